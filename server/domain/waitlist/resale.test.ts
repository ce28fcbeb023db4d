import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cancelOrder } from '#server/domain/orders/commands/cancel-order.ts';
import { expireHolds } from '#server/domain/orders/expire-holds.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { buyTickets, makePricedEvent, payByCard, settleAll } from '#tests/factories/money.ts';
import { insertListings } from '#tests/factories/resale.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { faultSeed, rounds } from '#tests/support/seed.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { offerDuePlaces } from './jobs.ts';
import { offerPlaces } from './offer-places.ts';

/** Tickets that guests resell are offered to those who wait, on two servers, and bought at what they cost. */
const { database, services, api: one, otherApi: two, owner, query } = useTestServers({ poolSize: 20 });

const keyed = (key: string = randomUUID()) => ({ headers: { 'Idempotency-Key': key } });
const ruleOf = ({ status, body }: ApiAnswer) => [status, body.metadata?.rule];

/** An event that is sold out by one order of so many tickets, which can be resold. */
async function soldOut(size = 2, type: object = {}) {
	const event = await makePricedEvent(services, one, owner, { capacity: size, ...type });
	const path = `/api/events/${event.id}`;
	const scope = { organisationId: event.organisationId, eventId: event.id };
	await query(`UPDATE events SET resale_rules = '{}' WHERE id = $1`, [event.id]);
	const seller = await buyTickets(one, event, size);
	let people = 0;
	return {
		...{ event, path, scope, seller },
		/** All tickets of the seller are for sale, or so many of them. */
		async list(count = size) {
			const ids = await insertListings(database(), seller.id);
			await query('DELETE FROM resale_listings WHERE id = ANY($1)', [ids.slice(count)]);
			return ids.slice(0, count);
		},
		async join(party = 1, more: object = {}) {
			people += 1;
			const email = `waiting-${people}@example.org`;
			const body = { party, ticketTypeIds: [event.ticketTypeId], name: `Person ${people}`, email, ...more };
			const answer = await one.post(`${path}/waitlist`, body, keyed());
			const token = answer.body.token as string;
			const entry = `/api/waitlist/${token}`;
			return {
				...{ answer, token, email },
				view: async () => (await two.get(entry)).body,
				leave: () => one.delete(entry),
				keep: () => one.post(`${entry}/keep`, {}),
				quote: (quantity = 1, cart: object = {}) =>
					two.post(`${path}/quote`, {
						...{ items: [{ ticketTypeId: event.ticketTypeId, quantity }], offerToken: token, ...cart },
					}),
				buy: (quantity = 1, cart: object = {}, { api = one, key = randomUUID() } = {}) =>
					api.post(
						`${path}/orders`,
						{
							...{ items: [{ ticketTypeId: event.ticketTypeId, quantity }], offerToken: token },
							...{ buyer: { name: 'Grace', email }, ...cart },
						},
						keyed(key),
					),
			};
		},
		work: () => offerPlaces(services, scope),
		resold: async () => (await two.get(`${path}/resale`)).body,
		pools: () =>
			query('SELECT size, confirmed, held FROM capacity_pools WHERE event_id = $1 AND size IS NOT NULL', [
				event.id,
			]),
		/** How each ticket for sale stands. */
		listings: async () =>
			(
				await query<{ how: string }>(
					`SELECT CASE WHEN state <> 'listed' THEN state WHEN buyer_order_id IS NOT NULL THEN 'ordered'
						WHEN offer_id IS NOT NULL THEN 'offered' ELSE 'available' END AS how
					FROM resale_listings WHERE event_id = $1 ORDER BY id`,
					[event.id],
				)
			).map(({ how }) => how),
	};
}
type List = Awaited<ReturnType<typeof soldOut>>;

/** The order of a guest is not paid in time. */
async function endHold(list: List, orderId: string) {
	await query(`UPDATE orders SET expires_at = '2020-01-01' WHERE id = $1`, [orderId]);
	expect(await expireHolds(services)).toBe(1);
	await offerDuePlaces(services);
	expect(await list.pools()).toMatchObject([{ held: 0 }]);
}

describe('offers', () => {
	test('a ticket for resale is offered to the next at its price, ordered alone, and takes no place until it is paid', async () => {
		const list = await soldOut(2);
		const [first, second] = [await list.join(), await list.join()];
		await list.list(1);
		await list.work();
		const view = await first.view();
		expect(view).toMatchObject({
			state: 'offered',
			offer: { quantity: 1, resale: { currency: 'EUR', pricesMinor: [2_400] } },
		});
		expect(await second.view()).toMatchObject({ state: 'waiting', position: 1 });
		const shown = await one.get(`${list.path}/waitlist`, { token: owner.token });
		expect(shown.body).toMatchObject({ resaleTickets: 1, savedPlaces: 0 });
		await expectInvariants(services);

		const quoted = await first.quote();
		expect(quoted.body).toMatchObject({ totalMinor: 2_400, lines: [{ kind: 'ticket', grossMinor: 2_400 }] });
		expect(ruleOf(await first.quote(1, { gift: { amountMinor: 500, cover: false } }))).toEqual([
			...[422, 'resale-alone'],
		]);
		expect(ruleOf(await first.buy(1, { code: 'FRIENDS' }))).toEqual([422, 'resale-alone']);
		expect(ruleOf(await first.buy(1, { quoteHash: '100EUR-1' }))).toEqual([422, 'price-changed']);
		const key = randomUUID();
		const bought = await first.buy(1, { quoteHash: quoted.body.hash }, { key });
		expect([bought.status, bought.body.status, bought.body.totalMinor]).toEqual([201, 'pending', 2_400]);
		expect((await first.buy(1, { quoteHash: quoted.body.hash }, { key })).body.id).toBe(bought.body.id);
		expect(ruleOf(await first.buy())).toEqual([422, 'offer-taken']);
		expect(await list.pools()).toEqual([{ size: 2, confirmed: 2, held: 0 }]);
		const [ticket] = await query('SELECT id, status, cancelled_at FROM attendees WHERE order_id = $1', [
			bought.body.id,
		]);
		expect(ticket).toMatchObject({ status: 'cancelled', cancelled_at: null });
		expect(await query('SELECT attendee_id FROM order_lines WHERE order_id = $1', [bought.body.id])).toEqual([
			{ attendee_id: ticket?.id },
		]);
		expect(await list.listings()).toEqual(['ordered']);
		await expectInvariants(services);

		const order = { manageToken: bought.body.manageToken, quoteHash: quoted.body.hash };
		expect((await payByCard(one, order)).status).toBe(201);
	});

	test('what is resold is shown to the public while nobody waits, and whoever joins is offered it at once', async () => {
		const list = await soldOut(3);
		await list.list(2);
		const { ticketTypeId } = list.event;
		expect(await list.resold()).toMatchObject({
			ticketTypes: [{ ticketTypeId, quantity: 2, fromMinor: 2_400 }],
		});
		const first = await list.join();
		expect(first.answer.body.position).toBeNull();
		expect(await first.view()).toMatchObject({
			state: 'offered',
			offer: { resale: { pricesMinor: [2_400] } },
		});
		expect(await list.resold()).toMatchObject({ ticketTypes: [{ quantity: 1 }] });
		// A party that does not fit waits, and what is left is theirs to come.
		expect((await list.join(2)).answer.body.position).toBe(1);
		expect(await list.resold()).toMatchObject({ ticketTypes: [] });
		await expectInvariants(services);
	});

	test('a party is offered two together, and may take fewer: the rest goes to the next at once', async () => {
		const list = await soldOut(3);
		const [party, next] = [await list.join(2), await list.join()];
		await list.list(2);
		await list.work();
		expect(await party.view()).toMatchObject({
			offer: { quantity: 2, resale: { pricesMinor: [2_400, 2_400] } },
		});
		expect(ruleOf(await party.buy(3))).toEqual([422, 'above-offer']);
		expect((await party.quote(2)).body.totalMinor).toBe(4_800);
		expect((await party.buy(1)).body.totalMinor).toBe(2_400);
		expect(await next.view()).toMatchObject({
			state: 'offered',
			offer: { resale: { pricesMinor: [2_400] } },
		});
		expect(await list.listings()).toEqual(['ordered', 'offered']);
		await expectInvariants(services);
	});

	test('a type that is sold in twos can be had of a guest one by one', async () => {
		const list = await soldOut(4, { minPerOrder: 2 });
		const joined = await list.join(2, { takesFewer: true });
		await list.list(1);
		await list.work();
		expect((await joined.buy(1)).status).toBe(201);
		await expectInvariants(services);
	});

	test('an offer that lapses, is declined or left goes to the next', async () => {
		const list = await soldOut(2);
		const [first, second, third] = [await list.join(), await list.join(), await list.join()];
		await list.list(1);
		await list.work();
		await query(`UPDATE waitlist_offers SET expires_at = '2020-01-01' WHERE event_id = $1`, [list.event.id]);
		await offerDuePlaces(services);
		expect(await first.view()).toMatchObject({ state: 'lapsed' });
		expect(ruleOf(await first.buy())).toEqual([422, 'offer-ended']);
		expect(await second.view()).toMatchObject({ state: 'offered' });
		await second.keep();
		expect(await second.view()).toMatchObject({ state: 'waiting' });
		expect(await third.view()).toMatchObject({ state: 'offered' });
		await third.leave();
		expect(await second.view()).toMatchObject({ state: 'offered' });
		await expectInvariants(services);
	});

	test('an order that is not paid in time, or cancelled, gives the ticket to the next', async () => {
		const list = await soldOut(2);
		const [first, second, third] = [await list.join(), await list.join(), await list.join()];
		await list.list(1);
		await list.work();
		await endHold(list, (await first.buy()).body.id);
		expect(await first.view()).toMatchObject({ state: 'bought' });
		expect(await second.view()).toMatchObject({ state: 'offered' });
		await expectInvariants(services);
		const { id: orderId } = (await second.buy()).body;
		await cancelOrder(services, { ...list.scope, orderId }, { notify: false });
		await offerDuePlaces(services);
		expect(await third.view()).toMatchObject({ state: 'offered' });
		expect(await list.pools()).toEqual([{ size: 2, confirmed: 2, held: 0 }]);
		await expectInvariants(services);
	});

	test('a ticket that is listed is offered as soon as that is heard of', async () => {
		const list = await soldOut(2);
		const first = await list.join();
		const [listingId = ''] = await list.list(1);
		const payload = { orderId: list.seller.id, attendeeId: list.seller.ids[0] ?? '', listingId };
		await services.database.transaction((tx) =>
			services.facts.publish(
				tx,
				{ name: 'orders.resale-changed', ...list.scope, payload: { ...payload, state: 'listed' } },
				services,
			),
		);
		await factPoller.run(services, AbortSignal.timeout(10_000));
		expect(await first.view()).toMatchObject({ state: 'offered' });
	});

	test('an organiser offers a ticket for resale by hand, for the same price', async () => {
		const list = await soldOut(2);
		await query(`UPDATE events SET waitlist_mode = 'manual' WHERE id = $1`, [list.event.id]);
		const first = await list.join();
		await list.list(1);
		await list.work();
		expect(await first.view()).toMatchObject({ state: 'waiting' });
		expect(await list.resold()).toMatchObject({ ticketTypes: [] });
		const [entry] = (await one.get(`${list.path}/waitlist`, { token: owner.token })).body.data;
		const offered = await one.post(`${list.path}/waitlist/${entry.id}/offer`, {}, { token: owner.token });
		expect(offered.body).toMatchObject({ state: 'offered', offer: { quantity: 1 } });
		expect(await first.view()).toMatchObject({ offer: { resale: { pricesMinor: [2_400] } } });
		await expectInvariants(services);
	});
});

describe('tickets that are not for sale any more', () => {
	test('one of a seller who cancels ends its offer; who had it waits at their place, and is offered another', async () => {
		const list = await soldOut(3);
		const [first, second] = [await list.join(2), await list.join()];
		const ids = await list.list(2);
		await list.work();
		const [lost] = await query('SELECT attendee_id AS id FROM resale_listings WHERE id = $1', [ids[0]]);
		const attendeeId = lost?.id as string;
		await cancelOrder(services, { ...list.scope, orderId: list.seller.id }, { notify: false, attendeeId });
		expect(ruleOf(await first.buy(2))).toEqual([422, 'offer-ended']);
		await factPoller.run(services, AbortSignal.timeout(10_000));
		expect(await list.listings()).toEqual(['withdrawn', 'available']);
		expect((await first.view()).state).toBe('waiting');
		expect((await first.view()).position).toBe(1);
		// What the seller gave back came free for those who wait.
		expect((await second.view()).state).toBe('offered');
		await expectInvariants(services);
	});

	test('one that was used at the door, or whose list is closed', async () => {
		const list = await soldOut(2);
		const first = await list.join();
		await list.list(2);
		await list.work();
		await query(
			`INSERT INTO check_ins (organisation_id, id, event_id, list_id, attendee_id, verdict, method, scanned_at)
			SELECT organisation_id, gen_random_uuid(), event_id, gen_random_uuid(), attendee_id, 'accepted', 'camera', now()
			FROM resale_listings WHERE event_id = $1 AND offer_id IS NOT NULL`,
			[list.event.id],
		);
		expect(ruleOf(await first.buy())).toEqual([422, 'offer-ended']);
		await list.work();
		expect(await list.listings()).toEqual(['lapsed', 'offered']);
		await query(`UPDATE events SET waitlist_mode = 'off' WHERE id = $1`, [list.event.id]);
		await list.work();
		expect(await list.listings()).toEqual(['lapsed', 'lapsed']);
		expect(await list.resold()).toMatchObject({ ticketTypes: [] });
	});
});

test('an order of a ticket that its seller has cancelled is not confirmed; what was paid goes back', async () => {
	const list = await soldOut(2);
	const first = await list.join();
	await list.list(1);
	await list.work();
	const { body } = await first.buy();
	const [{ attendee_id: attendeeId = '' } = {}] = await query<{ attendee_id: string }>(
		'SELECT attendee_id FROM resale_listings WHERE event_id = $1',
		[list.event.id],
	);
	const order = { ...list.scope, orderId: list.seller.id };
	await cancelOrder(services, order, { notify: false, attendeeId });
	await payByCard(one, { manageToken: body.manageToken, quoteHash: body.quote.hash });
	await settleAll(services);
	await list.work();
	expect((await one.get(`/api/orders/${body.manageToken}`)).body.status).toBe('pending');
	await expectInvariants(services);
});

describe('at once', () => {
	test('one offer is ordered once, and one ticket offered once', async () => {
		const list = await soldOut(2);
		const first = await list.join();
		await list.list(1);
		const joined = await Promise.all([list.work(), list.work(), list.join(), offerDuePlaces(services)]);
		expect(await list.listings()).toEqual(['offered']);
		const answers = await Promise.all([first.buy(), first.buy(1, {}, { api: two }), first.buy()]);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
		expect((await joined[2].view()).state).toBe('waiting');
		expect(await list.pools()).toEqual([{ size: 2, confirmed: 2, held: 0 }]);
		await expectInvariants(services);
	});

	test('a seller who cancels beside the order: the ticket is not sold, and places add up', async () => {
		const list = await soldOut(2);
		const first = await list.join();
		await list.list(1);
		await list.work();
		const order = { ...list.scope, orderId: list.seller.id };
		const [bought] = await Promise.all([
			first.buy(),
			cancelOrder(services, order, { notify: false }),
			list.work(),
		]);
		expect([201, 422]).toContain(bought.status);
		await list.work();
		expect(await list.listings()).toEqual(['withdrawn']);
		await expectInvariants(services);
	});
});

type Act =
	| { kind: 'join'; party: number }
	| { kind: 'take' | 'leave' | 'keep' | 'pay'; which: number }
	| { kind: Step };
const steps = ['list', 'cancel-ticket', 'lapse', 'end-hold', 'work'] as const;
type Step = (typeof steps)[number];
const acts: fc.Arbitrary<Act> = fc.oneof(
	fc.record({ kind: fc.constant('join' as const), party: fc.integer({ min: 1, max: 2 }) }),
	fc.record({
		kind: fc.constantFrom('take', 'take', 'take', 'pay', 'pay', 'leave', 'keep'),
		which: fc.nat(5),
	}),
	fc.record({ kind: fc.constantFrom(...steps) }),
);

test('whatever happens, each place has one valid ticket, and each ticket for sale one offer', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(acts, { minLength: 8, maxLength: 16 }), async (history) => {
			const list = await soldOut(3);
			const guests = [await list.join(), await list.join(2)];
			const orders: { manageToken: string; quoteHash: string }[] = [];
			const eventId = list.event.id;
			const step: Record<Step, () => Promise<unknown>> = {
				list: () => insertListings(database(), list.seller.id),
				async 'cancel-ticket'() {
					const [ticket] = await query<{ id: string }>(
						`SELECT id FROM attendees WHERE order_id = $1 AND status = 'active' ORDER BY id LIMIT 1`,
						[list.seller.id],
					);
					const order = { ...list.scope, orderId: list.seller.id };
					if (ticket) await cancelOrder(services, order, { notify: false, attendeeId: ticket.id });
				},
				lapse: () =>
					query(
						`UPDATE waitlist_offers SET expires_at = '2020-01-01' WHERE event_id = $1 AND state = 'open'`,
						[eventId],
					),
				async 'end-hold'() {
					await query(
						`UPDATE orders SET expires_at = '2020-01-01' WHERE event_id = $1 AND status = 'pending'`,
						[eventId],
					);
					await expireHolds(services);
					await offerDuePlaces(services);
				},
				work: list.work,
			};
			await step.list();
			await step.work();
			for (const act of history) {
				if (act.kind === 'join') {
					const guest = await list.join(act.party);
					if (guest.token) guests.push(guest);
				} else if (!('which' in act)) await step[act.kind]();
				else if (act.kind === 'pay') {
					const order = orders[act.which % Math.max(1, orders.length)];
					if (order) expect((await payByCard(one, order)).status).toBeLessThan(500);
				} else {
					const guest = guests[act.which % guests.length];
					if (act.kind === 'take' && guest) {
						const { body, status } = await guest.buy(1);
						expect(status).toBeLessThan(500);
						if (status === 201) orders.push({ manageToken: body.manageToken, quoteHash: body.quote.hash });
					} else if (guest)
						expect((await (act.kind === 'leave' ? guest.leave() : guest.keep())).status).toBeLessThan(500);
				}
			}
			await list.work();
			await settleAll(services);
			await list.work();
			await expectInvariants(services);
		}),
		{ numRuns: rounds(4, 100), seed: faultSeed },
	);
});
