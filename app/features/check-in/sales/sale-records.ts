import { AppError } from '#shared/errors/app-error.ts';
import { cashDue } from '#shared/rules/door-sales.ts';
import type { SellBody } from '../api.ts';
import type { DeviceRule } from './answers.ts';
import { priceOf } from './cart-price.ts';
import type { SaleRequest } from './model.ts';
import { type SalesBook, unitsOf } from './sales-book.ts';
import type { StoredSale } from './stored-sale.ts';
import type { TillHost } from './till-host.ts';

/** A sale as it is sent and as it is stored, and whether this device may sell it without a network. */
export class SaleRecords {
	readonly #host: TillHost;
	readonly #book: SalesBook;

	constructor(host: TillHost, book: SalesBook) {
		this.#host = host;
		this.#book = book;
	}

	/** Why this device may not sell it by itself; its own nonce is not counted against it. */
	problemHere({ items, given, quote }: SaleRequest, nonce: string): DeviceRule | null {
		const { storedShop, sales, isLasting } = this.#book;
		if (!isLasting) return 'not-stored';
		const { shop } = storedShop ?? {};
		if (!shop?.isOpen) return 'event-not-open';
		const endMs = this.#host.endMs();
		if (endMs !== null && this.#host.now() + (this.#host.offsetMs() ?? 0) >= endMs) return 'event-over';
		if (!shop.ways.includes('cash')) return 'way-not-open';
		if (!shop.drawer) return 'drawer-not-open';
		if (!shop.allotment) return 'not-in-allotment';
		const price = priceOf(shop.allotment.prices, items);
		if (price instanceof AppError || price.hash !== quote.hash) return 'price-changed';
		if (given !== undefined && given < cashDue(price.totalMinor, price.currency)) return 'given-too-little';
		const { left } = this.#book;
		const own = new Map(
			unitsOf(sales.filter(({ body }) => body.nonce === nonce)).map((unit) => [
				unit.ticketTypeId,
				unit.quantity,
			]),
		);
		const isCovered = unitsOf([{ body: { items } }]).every(
			({ ticketTypeId, quantity }) =>
				quantity <= (left.get(ticketTypeId) ?? 0) + (own.get(ticketTypeId) ?? 0),
		);
		return isCovered ? null : 'not-in-allotment';
	}

	bodyOf(request: SaleRequest, nonce: string): SellBody {
		const { items, way, given, name, email, isEntering, quote } = request;
		const { listId, gateId } = this.#host.place();
		return {
			items: items.map(({ ticketTypeId, quantity, chosenMinor }) => ({
				ticketTypeId,
				quantity,
				...(chosenMinor === undefined ? {} : { chosenMinor }),
			})),
			way,
			...(given === undefined || way !== 'cash' ? {} : { given }),
			nonce,
			quoteHash: quote.hash,
			name,
			...(email === '' ? {} : { email }),
			device: this.#host.device(),
			...(isEntering ? { checkIn: { ...(listId ? { listId } : {}), gateId } } : {}),
		};
	}

	offlineBodyOf(request: SaleRequest, nonce: string): SellBody {
		const { shop } = this.#book.storedShop ?? {};
		return {
			...this.bodyOf(request, nonce),
			offline: {
				soldAt: new Date(this.#host.now()).toISOString(),
				clockOffsetMs: Math.round(this.#host.offsetMs() ?? 0),
				priceList: shop?.allotment?.priceList ?? '',
				drawerId: shop?.drawer?.id ?? '',
			},
		};
	}

	storedOf({ quote, given }: SaleRequest, body: SellBody): StoredSale {
		const { shop } = this.#book.storedShop ?? {};
		return {
			body,
			sale: {
				totalMinor: quote.totalMinor,
				dueMinor: cashDue(quote.totalMinor, quote.currency),
				given,
				checkIn: body.checkIn ?? null,
				soldAt: body.offline?.soldAt ?? new Date(this.#host.now()).toISOString(),
				clockOffsetMs: Math.round(this.#host.offsetMs() ?? 0),
				priceList: shop?.allotment?.priceList ?? '',
				drawerId: shop?.drawer?.id ?? '',
				problem: null,
			},
		};
	}
}
