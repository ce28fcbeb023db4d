import fc from 'fast-check';
import { expect, test } from 'vitest';
import { updateCapacityPool } from '#server/domain/tickets/commands/capacity-pools.ts';
import { updateTicketType } from '#server/domain/tickets/commands/update-ticket-type.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { insertEvent, insertSharedPool, insertTicketType } from '#tests/factories/tickets.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { faultSeed, rounds } from '#tests/support/seed.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { cancelOrder, releaseHold } from './commands/cancel-order.ts';
import { confirmOrder } from './commands/confirm-order.ts';
import { extendHold } from './commands/extend-hold.ts';
import { type PlacedOrder, placeOrder } from './commands/place-order.ts';
import { expireHolds } from './expire-holds.ts';

const { database, servers } = useTestServers();

const step = fc.record({
	/** Which of two servers does it. */
	server: fc.nat(1),
	what: fc.oneof(
		{
			weight: 6,
			arbitrary: fc.record({
				do: fc.constant('order' as const),
				quantities: fc.tuple(fc.nat(3), fc.nat(3)).filter(([a, b]) => a + b > 0),
				isHold: fc.boolean(),
				key: fc.option(fc.nat(5)),
			}),
		},
		{
			weight: 3,
			arbitrary: fc.record({
				do: fc.constantFrom('confirm', 'cancel', 'release', 'extend', 'cancel-one'),
				order: fc.nat(20),
			}),
		},
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('let-holds-end' as const) }) },
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
		{
			weight: 1,
			arbitrary: fc.record({ do: fc.constant('resize' as const), size: fc.nat(20), shared: fc.boolean() }),
		},
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), isClosed: fc.boolean() }) },
	),
});

/** No limit of the product on waiting is shorter. */
const shortestWaitMs = 1_400;

/** Waves of steps; the steps of a wave run at once. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 });

test('whatever happens at once, the rows agree, nothing is oversold, and only refusals are reported', async () => {
	await fc.assert(
		fc.asyncProperty(history, async (waves) => {
			const event = await insertEvent(database());
			const sharedPoolId = await insertSharedPool(database(), event, 12);
			const types = [
				await insertTicketType(database(), event, { size: 8, sharedPoolId }),
				await insertTicketType(database(), event, { size: 10, sharedPoolId, admits: 2, position: 1 }),
			];
			const orders: PlacedOrder[] = [];
			const run = async ({ server, what }: typeof step extends fc.Arbitrary<infer T> ? T : never) => {
				const services = servers[server] as Services;
				const known = 'order' in what ? orders[what.order % Math.max(1, orders.length)] : undefined;
				const scope = known && { ...event, orderId: known.id };
				if (what.do === 'order') {
					const order = await placeOrder(services, {
						...event,
						buyer: { name: 'Ada', email: 'ada@example.org' },
						items: what.quantities.flatMap((quantity, n) =>
							quantity ? [{ ticketTypeId: types[n]?.ticketTypeId as string, quantity }] : [],
						),
						hold: what.isHold,
						idempotencyKey: what.key === null ? undefined : `key-${what.key}`,
					});
					orders.push(order);
				} else if (what.do === 'let-holds-end') {
					// Of those that nobody changes at this moment: the test itself must wait for nobody.
					await database().pool.query(
						`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id IN (
								SELECT id FROM orders WHERE event_id = $1 AND status = 'pending' FOR UPDATE SKIP LOCKED)`,
						[event.eventId],
					);
				} else if (what.do === 'expire') await expireHolds(services);
				else if (what.do === 'resize') {
					if (what.shared) await updateCapacityPool(services, event, sharedPoolId, { size: what.size });
					else {
						const ticketTypeId = types[0]?.ticketTypeId as string;
						await updateTicketType(services, event, { ticketTypeId, input: { capacity: what.size } });
					}
				} else if (what.do === 'close') {
					const ticketTypeId = types[1]?.ticketTypeId as string;
					await updateTicketType(services, event, { ticketTypeId, input: { isClosed: what.isClosed } });
				} else if (scope && known) {
					if (what.do === 'confirm') await confirmOrder(services, scope);
					if (what.do === 'extend') await extendHold(services, scope);
					if (what.do === 'release') await releaseHold(services, scope);
					if (what.do === 'cancel') await cancelOrder(services, scope, { notify: false });
					if (what.do === 'cancel-one')
						await cancelOrder(services, scope, { notify: false, attendeeId: known.attendees[0]?.id });
				}
			};
			for (const wave of waves) {
				const sinceMs = performance.now();
				const settled = await Promise.allSettled(wave.map(run));
				for (const result of settled) {
					if (result.status !== 'rejected') continue;
					if (!(result.reason instanceof AppError)) throw result.reason;
					// A machine that is too busy to give up a lock in time has people come again; nobody is sent away sooner.
					const isBusy = result.reason.status === 503 && performance.now() - sinceMs > shortestWaitMs;
					if (!isBusy) expect(result.reason).toMatchObject({ code: 'BUSINESS_RULE_VIOLATION' });
				}
			}
			await expectInvariants(servers[0] as Services);
		}),
		{ numRuns: Number(process.env.FOYER_PROPERTY_RUNS ?? rounds(10, 2_000)), seed: faultSeed },
	);
});
