import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderChecks } from '#server/domain/orders/checks.ts';
import { cancelOrder } from '#server/domain/orders/commands/cancel-order.ts';
import { placeOrder } from '#server/domain/orders/commands/place-order.ts';
import { insertSellingEvent, insertTicketType, type SellingEvent } from '#tests/factories/tickets.ts';
import { expectChecks } from '#tests/support/invariants.ts';
import { faultSeed, isLong } from '#tests/support/seed.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { waitlistChecks } from './checks.ts';
import { keepWaiting, leaveWaitlist } from './commands/answer-offer.ts';
import { joinWaitlist } from './commands/join-waitlist.ts';
import { offerDuePlaces } from './jobs.ts';
import { offerPlaces } from './offer-places.ts';
import { findEntryByToken } from './tokens.ts';

/**
 * Random histories of a waitlist: parties of one to five for one or two ticket types, cancellations, purchases, offers that lapse, days that
 * pass. A model that knows only who waits, what was offered and how much time went by says whether anybody is passed over beyond their bound
 * or places are saved beyond theirs (measure M17).
 */
const { database, services, query } = useTestApi();

/** `WAITLIST_HISTORIES` sets how many. */
const histories = Number(process.env.WAITLIST_HISTORIES ?? (isLong ? 500 : 4));
const hourMs = 3_600_000;
/** The event is a hundred days ahead: saving and being passed over last a day each. */
const patienceMs = 24 * hourMs;

const step = fc.record({
	what: fc.constantFrom(
		...(['join', 'join', 'join', 'cancel', 'cancel', 'cancel', 'cancel', 'buy', 'buy'] as const),
		...(['lapse', 'leave', 'keep', 'pass', 'pass', 'public'] as const),
	),
	pick: fc.nat(20),
	party: fc.constantFrom(1, 1, 2, 3, 4, 5),
	types: fc.constantFrom('a', 'b', 'ab', 'ba'),
	takesFewer: fc.boolean(),
	hours: fc.constantFrom(1, 6, 13, 25),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Who waits when a history begins: large parties before small ones. */
const guests = ([4, 1, 3, 1, 2] as const).map(
	(party, pick): Step => ({
		...{ what: 'join', pick, party, hours: 1, takesFewer: false },
		types: pick % 2 === 0 ? 'ab' : 'a',
	}),
);

/** What random histories may miss: places come back one by one, so that small parties go before large ones, until places are saved for these. */
const placeByPlace = Array.from(
	{ length: 6 },
	(): Step => ({ ...{ what: 'cancel', pick: 0, party: 1 }, ...{ types: 'a', takesFewer: false, hours: 1 } }),
);

interface Entry {
	id: string;
	party: number;
	pools: string[];
	/** Model time at which it joined, or went to the end of the list. */
	sinceMs: number;
	/** Places that were offered past it since then. */
	passed: number;
}

interface World {
	event: SellingEvent;
	types: Record<'a' | 'b', { ticketTypeId: string; poolId: string }>;
	orders: string[];
	entries: Map<string, Entry>;
	offers: Set<string>;
	/** Since when a pool saves places although a party that waits would fit into them. */
	idleSinceMs: Map<string, number>;
	nowMs: number;
	counts: { offers: number; passed: number; saved: number };
}

async function makeWorld(): Promise<World> {
	const startsAt = new Date(Date.now() + 100 * 24 * hourMs);
	const event = await insertSellingEvent(database(), 6, { event: { startsAt } });
	const { organisationId, eventId } = event;
	const b = await insertTicketType(database(), { organisationId, eventId }, { size: 4, name: 'Balcony' });
	const world: World = {
		...{ event, types: { a: event, b }, orders: [], entries: new Map(), offers: new Set() },
		...{ idleSinceMs: new Map(), nowMs: 0, counts: { offers: 0, passed: 0, saved: 0 } },
	};
	for (const [type, count] of [
		[event, 6],
		[b, 4],
	] as const)
		for (let n = 0; n < count; n += 1) world.orders.push((await buy(world, type.ticketTypeId, 1)).id);
	return world;
}

const buy = ({ event }: World, ticketTypeId: string, quantity: number, more: object = {}) =>
	placeOrder(services, {
		...{ organisationId: event.organisationId, eventId: event.eventId },
		buyer: { name: 'Ada', email: `${randomUUID()}@example.org` },
		items: [{ ticketTypeId, quantity }],
		...more,
	});

/** What is refused changes nothing. */
const tried = async <T>(work: Promise<T>): Promise<T | undefined> => {
	const [result] = await Promise.allSettled([work]);
	return result.status === 'fulfilled' ? result.value : undefined;
};

async function play(world: World, { what, pick, party, types, takesFewer, hours }: Step): Promise<void> {
	const { event } = world;
	const { eventId, organisationId } = event;
	const ofEntry = (entryId: string) => ({ organisationId, eventId, entryId });
	const listOpen = () =>
		query<{ entry: string; type: string; quantity: number }>(
			`SELECT entry_id AS entry, ticket_type_id AS type, quantity FROM waitlist_offers WHERE event_id = $1 AND state = 'open' ORDER BY id`,
			[eventId],
		);
	switch (what) {
		case 'join': {
			const ticketTypeIds = [...types].map((name) => world.types[name as 'a' | 'b'].ticketTypeId);
			const joined = await tried(
				joinWaitlist(services, event, {
					...{ party, ticketTypeIds, takesFewer, name: 'Grace', email: `${randomUUID()}@example.org` },
				}),
			);
			if (!joined?.token) return;
			const entry = await findEntryByToken(services, joined.token);
			const pools = [...types].map((name) => world.types[name as 'a' | 'b'].poolId);
			const id = entry?.entryId as string;
			world.entries.set(id, { id, party, pools, sinceMs: world.nowMs, passed: 0 });
			return;
		}
		case 'cancel': {
			const orderId = world.orders.splice(pick % Math.max(1, world.orders.length), 1)[0];
			if (orderId) await cancelOrder(services, { organisationId, eventId, orderId }, { notify: false });
			return;
		}
		case 'buy': {
			const open = await listOpen();
			const offer = open[pick % Math.max(1, open.length)];
			if (!offer) return;
			const quantity = 1 + (pick % offer.quantity);
			world.orders.push((await buy(world, offer.type, quantity, { offer: ofEntry(offer.entry) })).id);
			return;
		}
		case 'leave': {
			const ids = [...world.entries.keys()];
			const id = ids[pick % Math.max(1, ids.length)];
			if (id) await leaveWaitlist(services, ofEntry(id));
			return;
		}
		case 'keep': {
			const [offer] = await listOpen();
			if (offer) await tried(keepWaiting(services, ofEntry(offer.entry)));
			return;
		}
		case 'lapse':
			await query(
				`UPDATE waitlist_offers SET expires_at = now() - interval '1 second' WHERE event_id = $1 AND state = 'open'
					AND id IN (SELECT id FROM waitlist_offers WHERE event_id = $1 AND state = 'open' ORDER BY id OFFSET $2 LIMIT 1)`,
				[eventId, pick % 2],
			);
			return;
		case 'public': {
			const bought = await tried(
				buy(world, pick % 2 === 0 ? world.types.a.ticketTypeId : world.types.b.ticketTypeId, 1),
			);
			if (bought) world.orders.push(bought.id);
			return;
		}
		case 'pass': {
			const ms = hours * hourMs;
			await query(
				`UPDATE waitlist_entries SET saving_since = saving_since - make_interval(hours => $2) WHERE event_id = $1`,
				[eventId, hours],
			);
			await query(
				`UPDATE place_reservations SET due_at = due_at - make_interval(hours => $2) WHERE event_id = $1`,
				[eventId, hours],
			);
			world.nowMs += ms;
		}
	}
}

/** Compares what the database says now with what the model knows, and says what is beyond its bounds. */
async function examine(world: World): Promise<string[]> {
	const { eventId } = world.event;
	const waiting = await query<{ id: string; takes_fewer: boolean; least: number; queued: Date }>(
		`SELECT id, takes_fewer, CASE WHEN takes_fewer THEN 1 ELSE party END AS least, queued_at AS queued FROM waitlist_entries
		WHERE event_id = $1 AND state = 'waiting' ORDER BY queued_at, id`,
		[eventId],
	);
	const offers = await query<{ id: string; entry: string; quantity: number; pool: string; queued: Date }>(
		`SELECT o.id, o.entry_id AS entry, o.quantity, t.pool_id AS pool, w.queued_at AS queued FROM waitlist_offers o
		JOIN waitlist_entries w ON w.id = o.entry_id JOIN ticket_types t ON t.id = o.ticket_type_id WHERE o.event_id = $1 ORDER BY o.id`,
		[eventId],
	);
	const saved = await query<{ pool: string; places: number }>(
		`SELECT pool_id AS pool, places FROM place_reservations WHERE event_id = $1 AND purpose = 'saving' AND state = 'live' AND places > 0`,
		[eventId],
	);
	const found: string[] = [];
	for (const offer of offers.filter(({ id }) => !world.offers.has(id))) {
		world.offers.add(offer.id);
		world.counts.offers += 1;
		for (const { id, queued } of waiting) {
			const entry = world.entries.get(id) as Entry;
			if (id === offer.entry || queued >= offer.queued || !entry.pools.includes(offer.pool)) continue;
			entry.passed += offer.quantity;
			world.counts.passed += offer.quantity;
		}
	}
	for (const { id } of waiting) {
		const { passed, party, sinceMs } = world.entries.get(id) as Entry;
		// Each time it has waited for a day in which places were saved, it may be passed over anew.
		const times = 1 + Math.floor((world.nowMs - sinceMs) / patienceMs);
		if (passed > 2 * party * times)
			found.push(`a party of ${party} was passed over by ${passed} places in ${times} days`);
	}
	// Who was offered something, or went to the end of the list, begins anew.
	const isWaiting = new Set(waiting.map(({ id }) => id));
	for (const entry of world.entries.values())
		if (!isWaiting.has(entry.id)) Object.assign(entry, { passed: 0, sinceMs: world.nowMs });

	const idle = new Set<string>();
	for (const { pool, places } of saved) {
		world.counts.saved += 1;
		const before = waiting.findIndex(({ id }) => world.entries.get(id)?.pools.includes(pool));
		const fits = waiting.findIndex(
			({ id, least }) => world.entries.get(id)?.pools.includes(pool) && least <= places,
		);
		if (before < 0) found.push(`${places} places are saved for nobody`);
		if (fits >= 0 && fits <= before) found.push(`the first who waits fits into ${places} saved places`);
		if (fits > 0) idle.add(pool);
	}
	for (const pool of world.idleSinceMs.keys()) if (!idle.has(pool)) world.idleSinceMs.delete(pool);
	for (const pool of idle) {
		const sinceMs = world.idleSinceMs.get(pool) ?? world.nowMs;
		world.idleSinceMs.set(pool, sinceMs);
		// Each of those who wait for more may have a day of saving, one after the other.
		const most =
			patienceMs * (1 + waiting.filter(({ id }) => world.entries.get(id)?.pools.includes(pool)).length);
		if (world.nowMs - sinceMs > most)
			found.push(`places were saved for ${(world.nowMs - sinceMs) / hourMs} hours past a party that fits`);
	}
	return found;
}

async function settle(world: World): Promise<void> {
	while ((await offerDuePlaces(services)) > 0);
	// The job that looks after lists whose saving begins or ends.
	await offerPlaces(services, world.event);
}

describe('histories', () => {
	test(`in ${histories} random histories nobody is passed over and no place is saved beyond its bound`, async () => {
		const total = { offers: 0, passed: 0, saved: 0 };
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40 }), async (steps) => {
				const world = await makeWorld();
				for (const one of [...guests, ...steps]) {
					await play(world, one);
					await settle(world);
					expect(await examine(world), JSON.stringify(one)).toEqual([]);
				}
				for (const key of ['offers', 'passed', 'saved'] as const) total[key] += world.counts[key];
			}),
			{ numRuns: histories, seed: faultSeed, endOnFailure: true, examples: [[placeByPlace]] },
		);
		await expectChecks(services, [...orderChecks, ...waitlistChecks]);
		// Without any of these the histories would show nothing.
		expect(total.offers).toBeGreaterThan(histories);
		expect(total.passed).toBeGreaterThan(0);
		expect(total.saved).toBeGreaterThan(0);
		if (isLong) console.info(total);
	});

	test('a list that forgets whom it passed over is found out', async () => {
		const world = await makeWorld();
		const one = { pick: 0, takesFewer: false, hours: 1 as const };
		await play(world, { ...one, what: 'join', party: 3, types: 'a' });
		const found: string[] = [];
		for (let n = 0; n < 7; n += 1) {
			await play(world, { ...one, what: 'join', party: 1, types: 'a' });
			await play(world, { ...one, what: 'cancel', party: 1, types: 'a' });
			await settle(world);
			found.push(...(await examine(world)));
			await play(world, { ...one, what: 'buy', party: 1, types: 'a' });
			await query(
				'UPDATE waitlist_entries SET overtaken_places = 0, saving_since = NULL WHERE event_id = $1',
				[world.event.eventId],
			);
			world.orders.unshift(world.orders.pop() as string);
		}
		expect(found[0]).toBe('a party of 3 was passed over by 7 places in 1 days');
	});
});
