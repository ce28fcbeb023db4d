import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlaceChange } from '#server/domain/tickets/places.ts';
import { AppError } from '#shared/errors/app-error.ts';
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
		{ numRuns: 2_000 },
	);
});
