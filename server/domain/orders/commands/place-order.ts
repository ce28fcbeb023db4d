import { hash } from 'node:crypto';
import { ORDER_CODE_BYTES, orderCode } from '#server/domain/orders/order-code.ts';
import { mergeItems, type OrderItem } from '#server/domain/orders/order-items.ts';
import type { WaitlistScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { Order } from '#shared/contracts/orders.ts';
import { newId } from '#shared/lib/ids.ts';
import { fieldsIn } from '#shared/rules/attendee-fields.ts';
import { cleanCameBy } from '#shared/rules/came-by.ts';
import { codeKey } from '#shared/rules/code-key.ts';
import { makeManageToken } from '../manage-token.ts';
import { getOrder } from '../order-record.ts';
import { presentOrder } from '../present.ts';
import { orderBatcher } from '../sale/order-batcher.ts';
import { placedStatus } from '../sale/price.ts';
import type { NamedAttendee, OrderGift, SaleOrder, SaleOutcome } from '../sale/sale-order.ts';
import { takeRandomBytes } from '../sale/sale-statement.ts';
import { sellOffered } from '../sale/sell-offered.ts';

export interface PlaceOrderInput {
	organisationId: string;
	eventId: string;
	buyer: { name: string; email: string };
	items: OrderItem[];
	/** A donation beside the tickets, or alone. */
	gift?: (OrderGift & { page?: string | undefined }) | undefined;
	/** A code as the buyer typed it. */
	code?: string | undefined;
	/** The entry of the waitlist that these tickets are offered to. */
	offer?: WaitlistScope | undefined;
	/** Names and addresses in the order of the items; the buyer's where left out or empty. */
	attendees?: NamedAttendee[] | undefined;
	/** Keeps the places for 15 minutes instead of confirming at once. */
	hold?: boolean;
	locale?: string | undefined;
	/** Where the buyer came from, as a browser sent it (shared/rules/came-by.ts). */
	cameBy?: string | undefined;
	/** Of the prices that the buyer saw; needed when there is something to pay. */
	quoteHash?: string | undefined;
	/** The same key and request again answer the same order; without a key, each call is a new order. */
	idempotencyKey?: string | undefined;
	/** An organiser's order keeps only the number of places: no window, no limits, also on a draft. */
	mode?: SaleOrder['mode'];
	source?: SaleOrder['source'];
	createdBy?: string | null;
	importId?: string | null;
	/** False: the buyer gets no mail. */
	isAnnounced?: boolean;
	/** Of the buyer, whose network holds only so many places without money. */
	address?: string | undefined;
}

export type PlacedOrder = Order & { manageToken: string };

/**
 * Places an order. All spots are taken through this function. A free order is confirmed immediately, or held on request; one with a
 * price is held until it is paid, one that needs approval until the organiser decides.
 * @throws AppError BUSINESS_RULE_VIOLATION with the rule that forbids it (`sold-out`, `not-on-sale-yet`, `sale-ended`, `code-refused`,
 * …), VALIDATION_FAILED for unknown ticket types, SERVER_OVERLOADED when too many wait, 422 for a key used with another request
 */
export async function placeOrder(services: Services, input: PlaceOrderInput): Promise<PlacedOrder> {
	const order = toSaleOrder(input);
	const outcome = input.offer
		? await sellOffered(services, order, input.offer)
		: await orderBatcher(services).submit(order);
	if (outcome.kind === 'replayed') {
		const { organisationId, eventId } = order;
		const record = await getOrder(services, { organisationId, eventId, orderId: outcome.orderId });
		return { ...presentOrder(record), manageToken: manageTokenOf(services, record) };
	}
	return presentSold(services, outcome);
}

/** The current signed link of an order. */
export function manageTokenOf(
	services: Services,
	order: { eventId: string; id: string; manageVersion: number },
): string {
	const claim = { eventId: order.eventId, orderId: order.id, version: order.manageVersion };
	return makeManageToken(services.secret, claim);
}

/** `page` and `pageId` of a gift are the same. */
const giftOf = ({ page, ...gift }: NonNullable<PlaceOrderInput['gift']>): OrderGift => ({
	...gift,
	pageId: gift.pageId ?? page,
});

/** An order as submitted to the order batcher, with its id, code and hash. */
export function toSaleOrder(input: PlaceOrderInput): SaleOrder {
	const items = mergeItems(input.items);
	const attendees = input.attendees ?? [];
	const key = input.idempotencyKey ?? null;
	return {
		id: newId(),
		code: orderCode(takeRandomBytes(ORDER_CODE_BYTES)),
		organisationId: input.organisationId,
		eventId: input.eventId,
		mode: input.mode ?? 'public',
		isHold: input.hold ?? false,
		source: input.source ?? 'web',
		buyer: input.buyer,
		items,
		gift: input.gift ? giftOf(input.gift) : null,
		typedCode: input.code ?? null,
		attendees,
		locale: input.locale ?? 'en',
		cameBy: cleanCameBy(input.cameBy),
		quoteHash: input.quoteHash ?? null,
		quote: null,
		idempotencyKey: key,
		requestHash: key === null ? null : requestHash(input, items, attendees),
		createdBy: input.createdBy ?? null,
		importId: input.importId ?? null,
		isAnnounced: input.isAnnounced ?? true,
		address: input.address ?? null,
	};
}

const askedFields = fieldsIn('registration');

/** SHA-256 of the request, however it was spelled: the language of the mails is not part of it. */
function requestHash(
	input: PlaceOrderInput,
	items: SaleOrder['items'],
	attendees: SaleOrder['attendees'],
): string {
	const requested = JSON.stringify([
		input.buyer.name,
		input.buyer.email,
		items.map((item) => [
			item.ticketTypeId,
			item.quantity,
			...(item.chosenMinor === undefined ? [] : [item.chosenMinor]),
		]),
		attendees.map((attendee) => [
			attendee.name,
			attendee.email,
			...askedFields.map((field) => attendee[field] ?? ''),
		]),
		input.hold ?? false,
		...(input.gift ? [input.gift] : []),
		...(input.code === undefined ? [] : [codeKey(input.code)]),
		...(input.offer ? [{ offer: input.offer.entryId }] : []),
	]);
	return hash('sha256', requested, 'hex');
}

function presentSold(services: Services, sold: Extract<SaleOutcome, { kind: 'sold' }>): PlacedOrder {
	const { order } = sold;
	const status = placedStatus(order);
	const isHold = status !== 'confirmed';
	return {
		id: order.id,
		code: order.code,
		status,
		eventId: order.eventId,
		buyer: { name: order.buyer.name, email: order.buyer.email },
		totalMinor: order.quote?.totalMinor ?? 0,
		currency: sold.currency,
		expiresAt: sold.expiresAt?.toISOString() ?? null,
		createdAt: sold.createdAt.toISOString(),
		attendees: sold.attendees.map((attendee) => ({
			id: attendee.id,
			name: attendee.name,
			email: attendee.email,
			ticketTypeId: attendee.ticketTypeId,
			ticketTypeName: attendee.ticketTypeName,
			ticketCode: isHold ? null : attendee.ticketCode,
			status: isHold ? 'held' : 'active',
		})),
		manageToken: makeManageToken(services.secret, { eventId: order.eventId, orderId: order.id, version: 1 }),
	};
}
