import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cancelEvent } from '#server/domain/events/commands/change-status.ts';
import { orderChecks } from '#server/domain/orders/checks.ts';
import { cancelOrder } from '#server/domain/orders/commands/cancel-order.ts';
import { placeOrder } from '#server/domain/orders/commands/place-order.ts';
import { expireHolds } from '#server/domain/orders/expire-holds.ts';
import { updateTicketType } from '#server/domain/tickets/commands/update-ticket-type.ts';
import { newId } from '#shared/lib/ids.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { expectChecks } from '#tests/support/invariants.ts';
import { faultSeed, rounds } from '#tests/support/seed.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { waitlistChecks } from './checks.ts';
import { keepWaiting, leaveWaitlist } from './commands/answer-offer.ts';
import { joinWaitlist } from './commands/join-waitlist.ts';
import { offerDuePlaces } from './jobs.ts';
import { offerPlaces } from './offer-places.ts';
import { findEntryByToken } from './tokens.ts';

/** Two servers on one database: what comes free is sold, offered or saved, never two of these. */
const { database, services: one, other: two, query } = useTestServers();

const checks = [...orderChecks, ...waitlistChecks];

/** An event whose tickets are sold, one an order. */
async function soldOut(size: number) {
	const event = await insertSellingEvent(database(), size);
	const orders = [];
	for (let n = 0; n < size; n += 1) orders.push((await buy(event, 1)).id);
	return { event, orders };
}

const buy = (event: SellingEvent, quantity: number, more: object = {}, server = one) =>
	placeOrder(server, {
		...{ organisationId: event.organisationId, eventId: event.eventId },
		buyer: { name: 'Ada', email: `${randomUUID()}@example.org` },
		items: [{ ticketTypeId: event.ticketTypeId, quantity }],
		...more,
	});

async function join(event: SellingEvent, party = 1, more: object = {}) {
	const { token } = await joinWaitlist(one, event, {
		...{ party, ticketTypeIds: [event.ticketTypeId], takesFewer: false, name: 'Grace' },
		email: `${newId()}@example.org`,
		...more,
	});
	const entry = await findEntryByToken(one, token as string);
	if (!entry) throw new Error('no entry');
	return entry;
}

const stateOf = async (entryId: string) =>
	(await query<{ state: string }>('SELECT state FROM waitlist_entries WHERE id = $1', [entryId]))[0]?.state;
const cancel = (event: SellingEvent, orderId: string, server = one) =>
	cancelOrder(
		server,
		{ organisationId: event.organisationId, eventId: event.eventId, orderId },
		{ notify: false },
	);
const lapseNow = (eventId: string) =>
	query(
		`UPDATE waitlist_offers SET expires_at = now() - make_interval(secs => 1) WHERE event_id = $1 AND state = 'open'`,
		[eventId],
	);
const fulfilled = (results: PromiseSettledResult<unknown>[]) =>
	results.filter(({ status }) => status === 'fulfilled').length;

describe('races', () => {
	test('a place that comes free is never sold to the public beside the waitlist', async () => {
		const { event, orders } = await soldOut(3);
		const entries = [await join(event), await join(event), await join(event)];
		const results = await Promise.allSettled([
			...orders.map((id, n) => cancel(event, id, n % 2 === 0 ? one : two)),
			...Array.from({ length: 8 }, (_, n) => buy(event, 1, {}, n % 2 === 0 ? one : two)),
			offerDuePlaces(one),
			offerDuePlaces(two),
		]);
		expect(fulfilled(results.slice(3, 11))).toBe(0);
		await offerDuePlaces(one);
		for (const { entryId } of entries) expect(await stateOf(entryId)).toBe('offered');
		await expectChecks(one, checks);
	});

	test('without anybody who waits the same places are sold', async () => {
		const { event, orders } = await soldOut(3);
		await Promise.all(orders.map((id) => cancel(event, id)));
		expect(fulfilled(await Promise.allSettled(orders.map(() => buy(event, 1))))).toBe(3);
	});

	test('two purchases with one offer make one order', async () => {
		const { event, orders } = await soldOut(1);
		const offer = await join(event);
		await cancel(event, orders[0] as string);
		await offerDuePlaces(one);
		const results = await Promise.allSettled([
			buy(event, 1, { offer }),
			buy(event, 1, { offer }, two),
			buy(event, 1, { offer }),
		]);
		expect(fulfilled(results)).toBe(1);
		expect(await stateOf(offer.entryId)).toBe('bought');
		await expectChecks(one, checks);
	});

	test('the same key twice at once is one order', async () => {
		const { event, orders } = await soldOut(1);
		const offer = await join(event);
		await cancel(event, orders[0] as string);
		await offerDuePlaces(one);
		const how = { offer, idempotencyKey: randomUUID(), buyer: { name: 'Ada', email: 'ada@example.org' } };
		const [first, second] = await Promise.all([buy(event, 1, how), buy(event, 1, how, two)]);
		expect(first.id).toBe(second.id);
	});

	test.each(['expiry', 'leaving'])(
		'%s of an offer beside its purchase: one of them comes first',
		async (kind) => {
			const { event, orders } = await soldOut(1);
			const offer = await join(event);
			const next = await join(event);
			await cancel(event, orders[0] as string);
			await offerDuePlaces(one);
			if (kind === 'expiry') await lapseNow(event.eventId);
			const [bought] = await Promise.allSettled([
				buy(event, 1, { offer }),
				kind === 'expiry' ? offerDuePlaces(two) : leaveWaitlist(two, offer),
			]);
			await offerDuePlaces(one);
			const isBought = bought?.status === 'fulfilled';
			if (kind === 'expiry') expect(isBought).toBe(false);
			expect(await stateOf(offer.entryId)).toBe(isBought ? 'bought' : kind === 'expiry' ? 'lapsed' : 'left');
			expect(await stateOf(next.entryId)).toBe(isBought ? 'waiting' : 'offered');
			await expectChecks(one, checks);
		},
	);

	test('two workers and larger capacity at once offer no place twice', async () => {
		const { event } = await soldOut(1);
		const entries = [await join(event, 2), await join(event), await join(event, 3)];
		const { ticketTypeId } = event;
		await Promise.all([
			updateTicketType(one, event, { ticketTypeId, input: { capacity: 4 } }),
			offerPlaces(one, event),
			offerPlaces(two, event),
		]);
		await Promise.all([offerDuePlaces(one), offerDuePlaces(two)]);
		expect(await Promise.all(entries.map(({ entryId }) => stateOf(entryId)))).toEqual([
			'offered',
			'offered',
			'waiting',
		]);
		await expectChecks(one, checks);
	});

	test('four that are cancelled at once go to the party of four', async () => {
		const { event, orders } = await soldOut(4);
		const four = await join(event, 4);
		await Promise.all([
			...orders.map((id, n) => cancel(event, id, n % 2 === 0 ? one : two)),
			offerDuePlaces(one),
			offerDuePlaces(two),
		]);
		await offerDuePlaces(one);
		expect(await stateOf(four.entryId)).toBe('offered');
		await expectChecks(one, checks);
	});

	test('an event that is cancelled sells no offer', async () => {
		const { event, orders } = await soldOut(1);
		const offer = await join(event);
		await cancel(event, orders[0] as string);
		await offerDuePlaces(one);
		await Promise.allSettled([cancelEvent(one, event, 'Off'), buy(event, 1, { offer }, two)]);
		await expect(buy(event, 1, { offer })).rejects.toThrow();
		await expectChecks(one, checks);
	});
});

type Act =
	| { kind: 'join'; party: number; takesFewer: boolean }
	| { kind: 'cancel' | 'take' | 'leave' | 'keep'; which: number }
	| { kind: 'buy' | 'work' | 'lapse' | 'end-holds' };
const acts: fc.Arbitrary<Act> = fc.oneof(
	fc.record({
		kind: fc.constant('join' as const),
		party: fc.integer({ min: 1, max: 3 }),
		takesFewer: fc.boolean(),
	}),
	fc.record({
		kind: fc.constantFrom('cancel' as const, 'take' as const, 'leave' as const, 'keep' as const),
		which: fc.nat(5),
	}),
	fc.record({
		kind: fc.constantFrom('buy' as const, 'work' as const, 'lapse' as const, 'end-holds' as const),
	}),
);

test('whatever happens, places and waitlist agree', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(acts, { minLength: 8, maxLength: 16 }), async (history) => {
			const { event, orders } = await soldOut(3);
			const entries: Awaited<ReturnType<typeof join>>[] = [];
			const pick = <T>(list: T[], which: number): T | undefined => list[which % Math.max(1, list.length)];
			/** What is refused changes nothing; what else goes wrong fails the test. */
			const attempt = async <T>(work: Promise<T> | undefined): Promise<T | undefined> =>
				work?.catch((error) => {
					if (error.code === 'BUSINESS_RULE_VIOLATION') return undefined;
					throw error;
				});
			for (const act of history) {
				if (act.kind === 'join') {
					const entry = await attempt(join(event, act.party, { takesFewer: act.takesFewer }));
					if (entry) entries.push(entry);
				} else if ('which' in act) {
					const order = pick(orders, act.which);
					const entry = pick(entries, act.which);
					if (act.kind === 'cancel' && order) await attempt(cancel(event, order));
					else if (entry && act.kind === 'leave') await attempt(leaveWaitlist(two, entry));
					else if (entry && act.kind === 'keep') await attempt(keepWaiting(two, entry));
					else if (entry && act.kind === 'take') {
						const taken = await attempt(buy(event, 1, { offer: entry, hold: act.which % 2 === 0 }));
						if (taken) orders.push(taken.id);
					}
				} else if (act.kind === 'buy') {
					const bought = await attempt(buy(event, 1, {}, two));
					if (bought) orders.push(bought.id);
				} else if (act.kind === 'work') await offerDuePlaces(one);
				else if (act.kind === 'lapse') await lapseNow(event.eventId);
				else {
					await query(
						`UPDATE orders SET expires_at = now() - make_interval(secs => 1) WHERE event_id = $1 AND status = 'pending'`,
						[event.eventId],
					);
					await expireHolds(one);
				}
			}
			await expectChecks(one, checks);
			await offerDuePlaces(two);
			await expectChecks(one, checks);
		}),
		{ numRuns: rounds(4, 200), seed: faultSeed },
	);
});
