import type { SalesAccess, SellBody } from '#app/features/check-in/api.ts';
import { MemoryStore } from '#app/features/check-in/offline/door-store.ts';
import type { SaleRequest } from '#app/features/check-in/sales/model.ts';
import { type Lock, turnLock } from '#app/features/check-in/sales/sales-book.ts';
import { DeviceTill } from '#app/features/check-in/sales/till.ts';
import type { CashDrawer, DoorAllotment, DoorSale, DoorShop } from '#shared/contracts/door-sales.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import type { Quote } from '#shared/rules/pricing/quote.ts';

/** Keeps as a disk does: tills that are opened on it one after the other find what was written. */
export class LastingStore extends MemoryStore {
	override readonly isLasting = true;
}

/** What happens to a call: it does not arrive, its answer is lost, or the server refuses it so. */
export type Fault = 'lost' | 'answer lost' | AppError;

const TYPE = { id: 'type-a', name: 'Standard', kind: 'paid' as const, priceMinor: 1_000, taxBasisPoints: 0 };
const TERMS = { currency: 'EUR', pricesIncludeTax: true, fee: null, feeBearer: 'organiser' as const };
const NOW = '2026-11-21T19:00:00.000Z';

/** A server that sells, as far as a device sees it: each nonce counts once, and what is set aside is taken or refused. */
export function fakeShop(size: number) {
	const taken = new Map<string, SellBody>();
	const faults: Fault[] = [];
	const calls: string[] = [];
	let setAside = 0;
	/** Sold offline beyond what was set aside. */
	const state = { isCut: false, isEnded: false, refused: 0, priceMinor: TYPE.priceMinor, drawer: true };
	const type = () => ({ ...TYPE, priceMinor: state.priceMinor, fairValueMinor: null, tiers: [] });
	const allotment = (less = 0): DoorAllotment => ({
		priceList: `list-${state.priceMinor}`,
		prices: { types: [type()], terms: TERMS },
		left: [{ ticketTypeId: TYPE.id, quantity: Math.max(0, setAside - less) }],
	});
	const soldMinor = () =>
		[...taken.values()].reduce((sum, { items }) => sum + items[0]!.quantity * TYPE.priceMinor, 0);
	const drawer = (): CashDrawer => ({
		...{ id: 'drawer-1', device: 'Door', currency: 'EUR', openedMinor: 0, openedBy: 'Ada', openedAt: NOW },
		...{ expectedMinor: soldMinor(), closed: null, sales: taken.size, soldMinor: soldMinor() },
	});
	const shop = (): DoorShop => ({
		isOpen: true,
		types: [{ ...type(), totalMinor: type().priceMinor, suggestedMinor: null, admits: 1, left: 1_000 }],
		terms: TERMS,
		ways: ['cash', 'card'],
		isLive: false,
		drawer: state.drawer ? drawer() : null,
		allotment: setAside > 0 || taken.size > 0 ? allotment() : null,
		cashNotice: null,
		now: NOW,
	});
	/** Half a turn before the server has it and half a turn before the device has its answer. */
	const over = async <T>(name: string, act: () => T): Promise<T> => {
		calls.push(name);
		await Promise.resolve();
		const fault = state.isCut ? 'lost' : faults.shift();
		if (fault === 'lost') throw new AppError('NETWORK_ERROR');
		if (fault instanceof AppError) throw fault;
		const answer = act();
		await Promise.resolve();
		if (fault === 'answer lost') throw new AppError('NETWORK_TIMEOUT');
		return answer;
	};
	const access: SalesAccess = {
		shop: () => over('shop', open(shop)),
		sell: (body) => over(`sell ${body.nonce}`, () => sell(body)),
		unpaid: async () => [],
		takePayment: (body) => over(`payment ${body.nonce}`, () => saleOf({ ...body, items: [] })),
		sale: () =>
			over('sale', () => saleOf({ nonce: 'x', items: [], way: 'card', device: { id: 'device-1' } })),
		cancelSale: () =>
			over('cancel', () => saleOf({ nonce: 'x', items: [], way: 'card', device: { id: 'device-1' } })),
		cash: ({ action }) =>
			over('cash', () => {
				state.drawer = action === 'open';
				return drawer();
			}),
		topUp: ({ unsent = [] }) =>
			over('topUp', () => {
				const sold = unsent[0]?.quantity ?? 0;
				setAside = Math.max(setAside, size + Math.min(sold, setAside));
				return allotment(sold);
			}),
	};
	const open =
		<T>(act: () => T) =>
		() => {
			if (state.isEnded) throw new AppError('AUTH_REQUIRED');
			return act();
		};
	function sell(body: SellBody): DoorSale {
		const before = taken.get(body.nonce);
		const said = ({ items, way, given, name, email }: SellBody) =>
			JSON.stringify([items, way, given, name, email]);
		if (before && said(before) !== said(body))
			throw new AppError('BUSINESS_RULE_VIOLATION', { metadata: { rule: 'idempotency-key-reused' } });
		if (before) return saleOf(before);
		if (state.isEnded && !body.offline) throw new AppError('AUTH_REQUIRED');
		const { quantity } = body.items[0]!;
		if (body.offline && quantity > setAside) {
			state.refused++;
			throw ruleViolation('not-in-allotment', 'Nothing was set aside.' as never);
		}
		if (body.offline) setAside -= quantity;
		taken.set(body.nonce, body);
		return saleOf(body);
	}
	return { access, taken, faults, calls, state, setAside: () => setAside };
}

function saleOf({ nonce, items, way, offline }: SellBody): DoorSale {
	const totalMinor = items.reduce((sum, { quantity }) => sum + quantity * TYPE.priceMinor, 0);
	return {
		...{ id: `sale-${nonce}`, kind: 'sale', state: way === 'cash' ? 'paid' : 'waiting', way },
		...{ orderId: `order-${nonce}`, orderCode: nonce, currency: 'EUR', totalMinor },
		...{ dueMinor: totalMinor, givenMinor: totalMinor, changeMinor: 0, attendees: [], url: '' },
		...{ transferCode: null, expiresAt: null, device: 'Door', isOffline: Boolean(offline), soldAt: NOW },
	};
}

/** A till of a device on a store, as a page opens it. */
export async function openTill(
	server: ReturnType<typeof fakeShop>,
	{
		store = new LastingStore(),
		lock = turnLock(),
		isOnline = () => true,
		endMs = null,
	}: { store?: MemoryStore; lock?: Lock; isOnline?: () => boolean; endMs?: number | null } = {},
) {
	const lengths: number[] = [];
	const till = new DeviceTill({
		access: server.access,
		store,
		lock,
		device: () => ({ id: 'device-1', name: 'Door' }),
		place: () => ({ listId: 'list-1', gateId: null }),
		offsetMs: () => 0,
		endMs: () => endMs,
		isOnline,
		now: () => Date.now(),
		onLength: (length) => lengths.push(length),
	});
	await till.open();
	return { till, store, lock, lengths };
}

/** A sale in cash, priced as the till prices it now. */
export function cashSale(till: DeviceTill, quantity = 1, values: Partial<SaleRequest> = {}): SaleRequest {
	const items = [{ ticketTypeId: TYPE.id, quantity }];
	const quote = till.price(items) as Quote;
	if (quote instanceof AppError) throw quote;
	return { items, way: 'cash', name: '', email: '', isEntering: true, quote, ...values };
}
