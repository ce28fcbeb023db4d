import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlaceChange } from '#server/domain/tickets/places.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { faultSeed } from '#tests/support/seed.ts';
import { applyChange, type OrderChange, type OrderState } from './order-state.ts';

const scope = { organisationId: 'o', eventId: 'e', orderId: 'order' };
const ids = ['a', 'b', 'c'];

/** What happens to an order, as a short text; `expire` is the end of its hold, `close` and `open` are of the event. */
const steps = {
	...{ confirm: { kind: 'confirm' }, pay: { kind: 'confirm', isPaid: true }, hold: { kind: 'hold' } },
	...{ release: { kind: 'release' }, cancel: { kind: 'cancel', notify: true }, lapse: { kind: 'lapse' } },
	cancelOne: { kind: 'cancel', attendeeId: 'b', notify: true },
	approve: { kind: 'approve', isEventOver: false },
	approveLate: { kind: 'approve', isEventOver: true },
	decline: { kind: 'decline', message: '' },
	...{ expire: null, close: null, open: null },
} as const;
type Step = keyof typeof steps;

function makeOrder(isPriced: boolean): OrderState {
	const ticket = { ticketTypeId: 't', status: 'held' as const, isGivenBack: false, isHandedOn: false };
	return {
		...{ id: 'order', status: 'awaiting_approval', isPriced, decision: null },
		tickets: ids.map((id) => ({ ...ticket, id, isChanged: false })),
		bought: [],
		...{
			isConfirmed: false,
			isCancelled: false,
			isHeldAgain: false,
			isApproved: false,
			declineMessage: null,
		},
	};
}

test('whatever happens to an order that awaits approval: places add up, and it is valid only once it is approved', () => {
	fc.assert(
		fc.property(
			fc.boolean(),
			fc.array(fc.constantFrom(...(Object.keys(steps) as Step[])), { maxLength: 12 }),
			(isPriced, history) => {
				const order = makeOrder(isPriced);
				const places = { confirmed: 0, held: ids.length };
				let isClosed = false;
				const move = (changes: PlaceChange[], { mustBeOpen = false } = {}) => {
					if (mustBeOpen && isClosed) return { kind: 'closed' as const };
					for (const { confirmed, held } of changes) {
						places.confirmed += confirmed;
						places.held += held;
					}
					return null;
				};
				const states: string[] = [];
				for (const step of history) {
					const before = structuredClone(order);
					if (step === 'close' || step === 'open') isClosed = step === 'close';
					else if (step === 'expire') {
						if (order.status !== 'pending') continue;
						order.status = 'expired';
						for (const one of order.tickets) if (one.status === 'held') one.status = 'cancelled';
						places.held = 0;
					} else {
						try {
							const { isChanged, news } = applyChange(order, { scope, ...steps[step] } as OrderChange, move);
							for (const one of news)
								if (one.name === 'orders.approval-changed') states.push(one.payload.state);
							if (!isChanged) expect([order, news]).toEqual([before, []]);
						} catch (error) {
							expect(error).toBeInstanceOf(AppError);
							expect(order).toEqual(before);
						}
					}
					const count = (status: string) => order.tickets.filter((one) => one.status === status).length;
					expect(places).toEqual({ confirmed: count('active'), held: count('held') });
					const isOpen = order.status === 'awaiting_approval' || order.status === 'pending';
					expect(count('held') > 0).toBe(isOpen);
					expect(count('active') > 0).toBe(order.status === 'confirmed');
					if (before.status === 'cancelled') expect(order.status).toBe('cancelled');
					if (before.status === 'confirmed') expect(['confirmed', 'cancelled']).toContain(order.status);
					if (['pending', 'confirmed', 'expired'].includes(order.status))
						expect(order.decision).toBe('approved');
					if (order.decision === 'declined') expect(order.status).toBe('cancelled');
					expect(order.declineMessage !== null).toBe(order.decision === 'declined');
				}
				// Decided once, one way.
				expect(states.length).toBeLessThanOrEqual(1);
			},
		),
		{ numRuns: 2_000, seed: faultSeed },
	);
});

describe('an order that buys tickets of other guests', () => {
	const heldOrder = (
		id: string,
		status: OrderState['status'],
		tickets: OrderState['tickets'],
	): OrderState => ({
		...{ id, status, isPriced: true, decision: null, tickets, bought: [] },
		...{
			isConfirmed: false,
			isCancelled: false,
			isHeldAgain: false,
			isApproved: false,
			declineMessage: null,
		},
	});
	const ticketOf = (id: string, status: 'active' | 'cancelled') => ({
		...{ id, ticketTypeId: 't', status, isGivenBack: false, isHandedOn: false, isChanged: false },
	});
	const actions = {
		pay: ['buyer', { kind: 'confirm', isPaid: true }],
		confirm: ['buyer', { kind: 'confirm' }],
		cancelBuyer: ['buyer', { kind: 'cancel', notify: true }],
		cancelOne: ['buyer', { kind: 'cancel', notify: true, attendeeId: 'b1' }],
		cancelSeller: ['seller', { kind: 'cancel', notify: true }],
		sellerOne: ['seller', { kind: 'cancel', notify: true, attendeeId: 's1' }],
		...{ expire: null, use: null, handOn: null, close: null },
	} as const;

	test('the tickets change hands once, all or none, and no place is taken or given back by it', () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])), { maxLength: 8 }),
				(history) => {
					const seller = heldOrder(
						'seller',
						'confirmed',
						['s1', 's2', 's3'].map((id) => ticketOf(id, 'active')),
					);
					const buyer = heldOrder('buyer', 'pending', [
						ticketOf('b1', 'cancelled'),
						ticketOf('b2', 'cancelled'),
					]);
					const resold = (attendeeId: string) => ({
						...{ listingId: `of ${attendeeId}`, order: seller, attendeeId, isUsed: false },
					});
					buyer.bought = [resold('s1'), resold('s2')];
					const orders = { buyer, seller };
					let [confirmed, isClosed, sold] = [3, false, 0];
					const move = (changes: PlaceChange[], { mustBeOpen = false } = {}) => {
						if (mustBeOpen && isClosed) return { kind: 'closed' as const };
						for (const change of changes) {
							expect(change.held).toBe(0);
							confirmed += change.confirmed;
						}
						return null;
					};
					for (const step of history) {
						const before = structuredClone(orders);
						const action = actions[step];
						if (step === 'close') isClosed = true;
						else if (step === 'expire') {
							if (buyer.status === 'pending') buyer.status = 'expired';
						} else if (step === 'use') Object.assign(buyer.bought[0] as object, { isUsed: true });
						else if (step === 'handOn') Object.assign(seller.tickets[1] as object, { isHandedOn: true });
						else if (action) {
							try {
								const change = { scope: { ...scope, orderId: action[0] }, ...action[1] } as OrderChange;
								const { news } = applyChange(orders[action[0]], change, move);
								sold += news.filter(({ name }) => name === 'orders.resale-changed').length;
							} catch (error) {
								expect(error).toBeInstanceOf(AppError);
								expect(orders).toEqual(before);
							}
						}
						const active = [...seller.tickets, ...buyer.tickets].filter(({ status }) => status === 'active');
						expect(confirmed).toBe(active.length);
						// Each sold ticket is the seller's or the buyer's, never both.
						for (const [mine, theirs] of [
							['s1', 'b1'],
							['s2', 'b2'],
						])
							expect(active.filter(({ id }) => id === mine || id === theirs).length).toBeLessThanOrEqual(1);
						expect([0, 1, 2]).toContain(sold);
						if (sold > 0) expect(['confirmed', 'cancelled']).toContain(buyer.status);
					}
				},
			),
			{ numRuns: 3_000, seed: faultSeed },
		);
	});

	test('is not confirmed without them once they are not for sale any more', () => {
		const buyer = heldOrder('buyer', 'pending', [ticketOf('b1', 'cancelled')]);
		const pay = { kind: 'confirm', isPaid: true, scope: { ...scope, orderId: 'buyer' } } as const;
		expect(() => applyChange(buyer, pay, () => null)).toThrow(
			expect.objectContaining({ metadata: expect.objectContaining({ rule: 'hold-ended' }) }),
		);
		expect(buyer).toMatchObject({
			status: 'pending',
			isConfirmed: false,
			tickets: [{ status: 'cancelled' }],
		});
	});
});
