import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { endUndoTime } from '#tests/factories/events.ts';
import { insertStaffLink } from '#tests/factories/staff.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { createTestServices } from './api.ts';
import { scan, settle, toldBy, tryOrder } from './buyers.ts';
import { expectInvariants } from './invariants.ts';
import { type Chance, rounds } from './seed.ts';
import type { Answer, ServerProcess } from './server-process.ts';

/** What people do to the same rows at the same time, one round each. A round throws when something went wrong. */
export interface Interference {
	/** Holds end while their orders are confirmed. */
	endHolds(): Promise<void>;
	/** Tickets are cancelled while they are scanned. */
	cancelAtDoor(): Promise<void>;
	/** The organiser lowers the capacity while people buy. */
	lowerCapacity(): Promise<void>;
	/** The event is cancelled in the rush, by two people at once. */
	cancelEvent(): Promise<void>;
	/** One order is cancelled by ten at once. */
	cancelTenTimes(): Promise<void>;
	services: Services;
}

/** How many buy, or have bought, at the same time. */
const crowd = rounds(40, 100);
/** In which time holds end while their orders are confirmed. */
const endingMs = rounds(300, 600);

/** @param servers web servers with their workers, all on this database */
export async function setInterference(
	database: Database,
	servers: ServerProcess[],
	chance: Chance,
): Promise<Interference> {
	const services = await createTestServices(database);
	const row = async (query: string, values: unknown[]) => (await database.pool.query(query, values)).rows[0];
	const user = await makeUser(services);
	const { name } = await row('SELECT name FROM organisations WHERE id = $1', [user.organisationId]);

	const any = () => chance.pick(servers);
	const sellingEvent = (size: number | null): Promise<SellingEvent> =>
		insertSellingEvent(database, size, {
			event: { organisationId: user.organisationId, organiserName: name },
		});
	const asOrganiser = (method: string, path: string, body?: unknown) =>
		any().call(method, path, body, { Authorization: `Bearer ${user.token}` });
	/** Whoever is sent away for a moment comes again with the same key. */
	const buy = async (...[server, event, key, more]: Parameters<typeof tryOrder>) =>
		(await settle(() => tryOrder(server, event, key, more))).answer;
	/** Confirming and cancelling may be repeated without a key: the state says what is done. */
	const onOrder = async (order: Answer, what: string) =>
		(await settle(() => any().call('POST', `/api/orders/${order.body.manageToken}/${what}`))).answer;
	const placesOf = (event: SellingEvent) =>
		row('SELECT size, confirmed, held FROM capacity_pools WHERE id = $1', [event.poolId]);
	const timesReported = async (event: SellingEvent, fact: string): Promise<number> =>
		(
			await row('SELECT count(*)::int AS published FROM facts WHERE event_id = $1 AND name = $2', [
				event.eventId,
				fact,
			])
		).published;
	const noFault = (answers: Answer[]) =>
		expect(answers.filter((one) => one.status === 0 || one.status >= 500)).toEqual([]);

	return {
		services,

		async endHolds() {
			const event = await sellingEvent(crowd);
			const held = await Promise.all(
				Array.from({ length: crowd }, () => buy(any(), event, randomUUID(), { hold: true })),
			);
			expect(new Set(held.map(toldBy))).toEqual(new Set(['pending']));
			await database.pool.query(
				`UPDATE orders SET expires_at = now() + random() * $2 * interval '1 ms' WHERE event_id = $1`,
				[event.eventId, endingMs],
			);
			const [confirmed, others] = await Promise.all([
				Promise.all(
					held.map(async (order) => {
						await sleep(chance.between(0, endingMs + 100));
						return onOrder(order, 'confirm');
					}),
				),
				Promise.all(
					Array.from({ length: crowd / 2 }, async () => {
						await sleep(chance.between(endingMs / 2, 1.5 * endingMs));
						return buy(any(), event, randomUUID());
					}),
				),
			]);
			noFault([...confirmed, ...others]);
			for (const answer of confirmed) {
				expect(answer.status === 200 ? answer.body.status : toldBy(answer)).toMatch(
					/^(confirmed|hold-ended)$/,
				);
			}
			const tickets =
				confirmed.filter((one) => one.status === 200).length +
				others.filter((one) => one.status === 201).length;
			expect((await placesOf(event)).confirmed).toBe(tickets);
			await expectInvariants(services);
		},

		async cancelAtDoor() {
			const event = await sellingEvent(crowd);
			const token = await insertStaffLink(database, event);
			const orders = await Promise.all(Array.from({ length: crowd }, () => buy(any(), event, randomUUID())));
			const answered = new Set<Answer>();
			/** Scans that began when the guest had been shown that the ticket is cancelled. */
			const tooLate: Answer[] = [];
			const cancel = async (order: Answer) => {
				const answer = await onOrder(order, 'cancel');
				answered.add(order);
				return answer;
			};
			const atDoor = async (order: Answer) => {
				const isTooLate = answered.has(order);
				const code = order.body.attendees[0].ticketCode as string;
				const nonce = randomUUID();
				const { answer } = await settle(() => scan(any(), { token, device: 'door' }, code, nonce));
				if (isTooLate) tooLate.push(answer);
				return answer;
			};
			const answers = await Promise.all(
				orders.flatMap((order, n) => {
					// Some come too late only.
					const second = n % 5 === 0 ? cancel : atDoor;
					const acts = [() => cancel(order), () => second(order), () => cancel(order)];
					return chance.shuffle(acts).map(async (act) => {
						await sleep(chance.between(0, 60));
						return act();
					});
				}),
			);
			noFault(answers);
			for (const answer of answers) {
				if (answer.body.verdict) expect(['accepted', 'cancelled']).toContain(answer.body.verdict);
				else expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
			}
			await Promise.all(orders.map(atDoor));
			for (const answer of tooLate) expect(answer.body.verdict).toBe('cancelled');
			expect(await placesOf(event)).toMatchObject({ confirmed: 0, held: 0 });
			await expectInvariants(services);
		},

		async lowerCapacity() {
			const event = await sellingEvent(200);
			const lowering = (async () => {
				const answers: Answer[] = [];
				for (let size = 190; size >= 40; size -= 10) {
					const path = `/api/events/${event.eventId}/ticket-types/${event.ticketTypeId}`;
					answers.push(await asOrganiser('PATCH', path, { capacity: size }));
				}
				return answers;
			})();
			const orders = await Promise.all(
				Array.from({ length: 250 }, async () => {
					await sleep(chance.between(0, 250));
					return buy(any(), event, randomUUID(), { hold: chance.next() < 0.3 });
				}),
			);
			const lowered = await lowering;
			noFault([...orders, ...lowered]);
			for (const answer of lowered)
				expect(answer.status === 200 || toldBy(answer) === 'capacity-below-sold').toBe(true);
			for (const answer of orders) expect(toldBy(answer)).toMatch(/^(confirmed|pending|sold-out)$/);
			const pool = await placesOf(event);
			expect(pool.confirmed + pool.held).toBe(orders.filter((one) => one.status === 201).length);
			expect(pool.confirmed + pool.held).toBeLessThanOrEqual(pool.size);
			await expectInvariants(services);
		},

		async cancelEvent() {
			const event = await sellingEvent(null);
			let isOff = false;
			const cancelling = sleep(chance.between(20, 120)).then(async () => {
				const answers = await Promise.all(
					Array.from({ length: 2 }, () =>
						asOrganiser('POST', `/api/events/${event.eventId}/cancel`, { message: 'Storm' }),
					),
				);
				isOff = true;
				return answers;
			});
			/** Buyers who came when the organiser had been shown that the event is off. */
			const tooLate: Answer[] = [];
			const arrive = async (server: ServerProcess) => {
				const isTooLate = isOff;
				const answer = await buy(server, event, randomUUID());
				if (isTooLate) tooLate.push(answer);
				return answer;
			};
			const orders = await Promise.all(
				Array.from({ length: 3 * crowd }, async () => {
					await sleep(chance.between(0, 250));
					return arrive(any());
				}),
			);
			const cancelled = await cancelling;
			await Promise.all(servers.map(arrive));
			noFault([...orders, ...cancelled]);
			for (const answer of cancelled)
				expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
			for (const answer of orders)
				expect(toldBy(answer)).toMatch(/^(confirmed|event-cancelled|ticket-type-closed)$/);
			for (const answer of tooLate) expect(answer.status).toBe(422);
			await endUndoTime(services, event.eventId);
			const unannounced = async () =>
				(
					await row(
						'SELECT count(*)::int AS n FROM event_change_sets WHERE event_id = $1 AND notified_at IS NULL',
						[event.eventId],
					)
				).n;
			await expect.poll(unannounced).toBe(0);
			expect(await timesReported(event, 'events.event-cancelled')).toBe(1);
			const { sold } = await row(
				`SELECT count(*)::int AS sold FROM orders WHERE event_id = $1 AND status = 'confirmed'`,
				[event.eventId],
			);
			expect(sold).toBe(orders.filter((one) => one.status === 201).length);
			await expectInvariants(services);
		},

		async cancelTenTimes() {
			const event = await sellingEvent(100);
			// Others sit in the hall, so that places can be given back too often without falling below nothing.
			for (let other = 0; other < 5; other += 1) await buy(any(), event, randomUUID(), { quantity: 10 });
			const order = await buy(any(), event, randomUUID(), { quantity: 4 });
			const answers = await Promise.all(Array.from({ length: 10 }, () => onOrder(order, 'cancel')));
			noFault(answers);
			for (const answer of answers)
				expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
			expect(await timesReported(event, 'orders.order-cancelled')).toBe(1);
			expect(await placesOf(event)).toMatchObject({ confirmed: 50, held: 0 });
			await expectInvariants(services);
		},
	};
}
