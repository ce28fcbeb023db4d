import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { cancelEvent } from '#server/domain/events/commands/change-status.ts';
import { orderChecks } from '#server/domain/orders/checks.ts';
import { cancelOrder } from '#server/domain/orders/commands/cancel-order.ts';
import { expireHolds } from '#server/domain/orders/expire-holds.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { endUndoTime, makeEvent } from '#tests/factories/events.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectChecks } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { waitlistChecks } from './checks.ts';
import { offerDuePlaces } from './jobs.ts';
import { offerPlaces } from './offer-places.ts';
import { waitlistData } from './personal-data.ts';

/** People wait for tickets that are sold out, and are offered what comes free. */
const { services, api, owner, query } = useTestOwner();

const checks = [...orderChecks, ...waitlistChecks];
const keyed = (key: string = randomUUID()) => ({ headers: { 'Idempotency-Key': key } });
const ruleOf = ({ status, body }: ApiAnswer) => [status, body.metadata?.rule];

/** A published event whose one type has so many tickets, all of them sold, each in an order of its own. */
async function soldOut(size = 2, { terms = {}, hours = 24 }: { terms?: object; hours?: number } = {}) {
	const event = await makeEvent(services, owner, { isPublished: true });
	const scope = { organisationId: event.organisationId, eventId: event.id };
	const path = `/api/events/${event.id}`;
	const [first] = (await api.get(`${path}/ticket-types`, { token: owner.token })).body.data;
	const type = first.id as string;
	await api.patch(`${path}/ticket-types/${type}`, { capacity: size, ...terms }, { token: owner.token });
	await query('UPDATE events SET waitlist_offer_hours = $2 WHERE id = $1', [event.id, hours]);
	const order = (email: string, quantity = 1, more: object = {}, key?: string) =>
		api.post(
			`${path}/orders`,
			{ buyer: { name: 'Ada', email }, items: [{ ticketTypeId: type, quantity }], ...more },
			keyed(key),
		);
	const sold: string[] = [];
	for (let n = 0; n < size; n += 1) sold.push((await order(`guest-${n}@example.org`)).body.id);
	let people = 0;
	return {
		...{ event, scope, path, type, sold, order },
		/** Somebody joins; their link and what they can do with it. */
		async join(party = 1, more: object = {}) {
			people += 1;
			const email = `waiting-${people}@example.org`;
			const answer = await api.post(
				`${path}/waitlist`,
				{ party, ticketTypeIds: [type], name: `Person ${people}`, email, ...more },
				keyed(),
			);
			const token = answer.body.token as string;
			const entry = `/api/waitlist/${token}`;
			return {
				...{ answer, token, email },
				view: async () => (await api.get(entry)).body,
				leave: () => api.delete(entry),
				keep: () => api.post(`${entry}/keep`, {}),
				buy: (quantity = 1, key?: string) => order(email, quantity, { offerToken: token }, key),
			};
		},
		/** Orders are cancelled, and the worker does what is due. */
		async free(...orders: string[]) {
			for (const orderId of orders) await cancelOrder(services, { ...scope, orderId }, { notify: false });
			await offerDuePlaces(services);
		},
		left: async () => (await api.get(`${path}/ticket-types`, { token: owner.token })).body.data[0].left,
		lapse: async () => {
			await query(
				`UPDATE waitlist_offers SET expires_at = now() - make_interval(secs => 1) WHERE event_id = $1 AND state = 'open'`,
				[event.id],
			);
			await offerDuePlaces(services);
		},
		pools: () =>
			query('SELECT size, confirmed, held, is_awaited FROM capacity_pools WHERE event_id = $1', [event.id]),
	};
}

describe('joining', () => {
	test('somebody joins what is sold out, once, and sees their position', async () => {
		const list = await soldOut();
		expect((await api.get(`${list.path}/ticket-types`)).body.takesWaitlist).toBe(true);
		const [one, two] = [await list.join(), await list.join(2)];
		expect([one.answer.body.position, two.answer.body.position]).toEqual([1, 2]);
		const again = await list.join(1, { email: one.email.toUpperCase() });
		expect([again.answer.status, again.answer.body]).toEqual([201, { token: null, position: null }]);
		expect(await two.view()).toMatchObject({
			...{ state: 'waiting', position: 2, party: 2, offer: null, canKeep: false, manageToken: null },
			event: { id: list.event.id },
		});
		await expectChecks(services, checks);
	});

	test('what can be had, is not sold or is too much is refused', async () => {
		const list = await soldOut(2, { terms: { maxPerOrder: 3 } });
		expect(ruleOf((await list.join(4)).answer)).toEqual([422, 'above-maximum']);
		await list.free(list.sold[0] as string);
		expect(ruleOf((await list.join(1)).answer)).toEqual([422, 'not-sold-out']);
		expect((await list.join(2)).answer.status).toBe(201);
		expect(ruleOf((await list.join(2, { takesFewer: true })).answer)).toEqual([422, 'not-sold-out']);
		expect((await list.join(2, { ticketTypeIds: [randomUUID()] })).answer.status).toBe(400);
		await query(`UPDATE events SET waitlist_mode = 'off' WHERE id = $1`, [list.event.id]);
		expect(ruleOf((await list.join(2)).answer)).toEqual([422, 'waitlist-closed']);
	});
});

describe('offers', () => {
	test('a ticket that comes free is offered to the next, never to the public, and bought', async () => {
		const list = await soldOut();
		const [one, two] = [await list.join(), await list.join()];
		await list.free(list.sold[0] as string);
		expect(await list.left()).toBe(0);
		expect(ruleOf(await list.order('public@example.org'))).toEqual([422, 'sold-out']);
		expect(await one.view()).toMatchObject({
			state: 'offered',
			offer: { quantity: 1, ticketTypeId: list.type },
		});
		expect(await two.view()).toMatchObject({ state: 'waiting', position: 1 });
		expect(ruleOf(await two.buy())).toEqual([422, 'offer-ended']);
		expect(ruleOf(await one.buy(2))).toEqual([422, 'above-offer']);
		await expectChecks(services, checks);

		const key = randomUUID();
		const bought = await one.buy(1, key);
		expect([bought.status, bought.body.status]).toEqual([201, 'confirmed']);
		expect((await one.buy(1, key)).body.id).toBe(bought.body.id);
		expect(ruleOf(await one.buy())).toEqual([422, 'offer-taken']);
		expect(await one.view()).toMatchObject({ state: 'bought', manageToken: expect.any(String), offer: null });
		expect(await list.pools()).toEqual([{ size: 2, confirmed: 2, held: 0, is_awaited: true }]);
		await expectChecks(services, checks);
	});

	test('a party is offered its tickets together; what it leaves goes to the next', async () => {
		const list = await soldOut(4);
		const [four, one] = [await list.join(4), await list.join()];
		await list.free(...list.sold);
		expect(await four.view()).toMatchObject({ offer: { quantity: 4 } });
		expect((await four.buy(3)).status).toBe(201);
		await offerDuePlaces(services);
		expect(await one.view()).toMatchObject({ state: 'offered', offer: { quantity: 1 } });
		await expectChecks(services, checks);
	});

	test('an offer that nobody takes goes to the next; once it can be gone on, the second time not', async () => {
		const facts = [vi.spyOn(services.facts, 'publish'), vi.spyOn(services.facts, 'publishAll')];
		const list = await soldOut();
		const [one, two] = [await list.join(), await list.join()];
		await list.free(list.sold[0] as string);
		await list.lapse();
		expect(await one.view()).toMatchObject({ state: 'lapsed', canKeep: true, position: null });
		expect(await two.view()).toMatchObject({ state: 'offered' });
		expect((await one.keep()).body).toMatchObject({ state: 'waiting', position: 1 });
		await list.lapse();
		await list.lapse();
		expect(await one.view()).toMatchObject({ state: 'lapsed', canKeep: false });
		expect(ruleOf(await one.keep())).toEqual([422, 'waitlist-ended']);
		// Nobody waits: the public can have it.
		expect(await list.left()).toBe(1);
		const changes = facts
			.flatMap(({ mock }) => mock.calls.flatMap(([, fact]) => fact))
			.flatMap((fact) =>
				fact.name === 'waitlist.entry-changed' ? [(fact.payload as { change: string }).change] : [],
			);
		vi.restoreAllMocks();
		expect(changes.toSorted()).toEqual([
			...['joined', 'joined', 'lapsed', 'lapsed', 'lapsed', 'offered', 'offered', 'offered'],
		]);
		await expectChecks(services, checks);
	});

	test('who declines waits on at the end, and who leaves is gone; their tickets go on', async () => {
		const list = await soldOut();
		const [one, two, three] = [await list.join(), await list.join(), await list.join()];
		await list.free(list.sold[0] as string);
		expect((await one.keep()).body).toMatchObject({ state: 'waiting', position: 3 });
		await offerDuePlaces(services);
		expect((await two.leave()).body).toMatchObject({ state: 'left' });
		expect((await two.leave()).body).toMatchObject({ state: 'left' });
		await offerDuePlaces(services);
		expect(await three.view()).toMatchObject({ state: 'offered' });
		expect(await one.view()).toMatchObject({ state: 'waiting', position: 1 });
		await expectChecks(services, checks);
	});

	test('an order from an offer that is not confirmed in time gives its place to the next', async () => {
		const list = await soldOut();
		const [one, two] = [await list.join(), await list.join()];
		await list.free(list.sold[0] as string);
		const held = await list.order(one.email, 1, { offerToken: one.token, hold: true });
		expect(held.body.status).toBe('pending');
		await query(`UPDATE orders SET expires_at = now() - make_interval(secs => 1) WHERE id = $1`, [
			held.body.id,
		]);
		await expireHolds(services);
		await offerDuePlaces(services);
		expect(await two.view()).toMatchObject({ state: 'offered' });
		await expectChecks(services, checks);
	});

	test('more places of a type are offered too, and the rest is sold', async () => {
		const list = await soldOut();
		const one = await list.join();
		await api.patch(`${list.path}/ticket-types/${list.type}`, { capacity: 5 }, { token: owner.token });
		await expectChecks(services, checks);
		await offerDuePlaces(services);
		expect(await one.view()).toMatchObject({ state: 'offered' });
		expect(await list.left()).toBe(2);
		await expectChecks(services, checks);
	});

	test('the price is that of the day of the offer', async () => {
		const list = await soldOut(1);
		const one = await list.join();
		await list.free(list.sold[0] as string);
		await query(`UPDATE ticket_types SET kind = 'paid', price_minor = 5000, price_tiers = $2 WHERE id = $1`, [
			list.type,
			JSON.stringify([{ name: 'Early', priceMinor: 2000, endsAt: new Date().toISOString(), soldUpTo: null }]),
		]);
		await query(`UPDATE waitlist_offers SET created_at = now() - interval '1 hour' WHERE event_id = $1`, [
			list.event.id,
		]);
		await query(
			`INSERT INTO payment_settings (organisation_id, takes_money_at_door) VALUES ($1, true)
			ON CONFLICT (organisation_id) DO UPDATE SET takes_money_at_door = true`,
			[list.scope.organisationId],
		);
		stockStore(services).forget(list.event.id);
		const items = [{ ticketTypeId: list.type, quantity: 1 }];
		const quoted = await api.post(`${list.path}/quote`, { items, offerToken: one.token });
		expect(quoted.body.totalMinor).toBe(2_000);
		const bought = await list.order(one.email, 1, { offerToken: one.token, quoteHash: quoted.body.hash });
		expect([bought.status, bought.body.totalMinor]).toEqual([201, 2_000]);
		await expectChecks(services, checks);
	});
});

describe('an organiser', () => {
	const own = () => ({ token: owner.token });

	test('offers tickets in manual mode, with a reason where others are passed over', async () => {
		const list = await soldOut();
		await query(`UPDATE events SET waitlist_mode = 'manual' WHERE id = $1`, [list.event.id]);
		const [one, two] = [await list.join(), await list.join()];
		const listed = async () => (await api.get(`${list.path}/waitlist`, own())).body;
		const { data } = await listed();
		const [first, second] = data.map(({ id }: { id: string }) => id) as [string, string];
		const offer = (id: string, body: object = {}) =>
			api.post(`${list.path}/waitlist/${id}/offer`, body, own());
		expect(ruleOf(await offer(first))).toEqual([422, 'sold-out']);
		await list.free(list.sold[0] as string);
		expect(await one.view()).toMatchObject({ state: 'waiting' });
		expect(await listed()).toMatchObject({ savedPlaces: 1, waiting: { entries: 2, tickets: 2 } });
		expect(ruleOf(await offer(second))).toEqual([422, 'skips-others']);
		expect((await offer(second, { reason: 'A wheelchair user' })).body).toMatchObject({
			...{ state: 'offered', position: null, offer: { quantity: 1 } },
		});
		expect(await two.view()).toMatchObject({ state: 'offered' });
		await offerDuePlaces(services);
		await expectChecks(services, checks);
	});

	test('removes somebody, whose tickets go to the next, and lists them in order', async () => {
		const list = await soldOut();
		const [one, two] = [await list.join(), await list.join()];
		await list.free(list.sold[0] as string);
		const page = await api.get(`${list.path}/waitlist?limit=1`, own());
		expect(page.body.data).toMatchObject([{ name: 'Person 1', state: 'offered', offer: { quantity: 1 } }]);
		const next = await api.get(`${list.path}/waitlist?limit=1&cursor=${page.body.nextCursor}`, own());
		expect(next.body.data).toMatchObject([{ name: 'Person 2', position: 1 }]);
		const gone = await api.delete(`${list.path}/waitlist/${page.body.data[0].id}`, own());
		expect(gone.status).toBe(204);
		await offerDuePlaces(services);
		expect(await one.view()).toMatchObject({ state: 'removed' });
		expect(await two.view()).toMatchObject({ state: 'offered' });
		await expectChecks(services, checks);
	});

	test('cancels the event: the list closes once that cannot be undone, and nothing stays held', async () => {
		const list = await soldOut();
		const [one, two] = [await list.join(), await list.join()];
		await list.free(list.sold[0] as string);
		await cancelEvent(services, list.scope, 'Called off');
		await offerPlaces(services, list.scope);
		expect(await two.view()).toMatchObject({ state: 'waiting' });
		await endUndoTime(services, list.event.id);
		await offerPlaces(services, list.scope);
		expect(await one.view()).toMatchObject({ state: 'closed', offer: null });
		expect(await two.view()).toMatchObject({ state: 'closed' });
		expect(await list.pools()).toEqual([{ size: 2, confirmed: 1, held: 0, is_awaited: false }]);
		await expectChecks(services, checks);
	});
});

test('an entry goes with the account of its person, and what they are offered to the next', async () => {
	const list = await soldOut();
	const person = await makeUser(services);
	const one = await list.join(1, { email: person.email });
	const two = await list.join();
	await list.free(list.sold[0] as string);
	const [source] = waitlistData;
	const exported = await source?.collect(services, { ...person, isEmailVerified: true });
	expect(exported).toMatchObject([{ email: person.email, state: 'offered' }]);
	const deleted = await api.post('/api/account/deletion', { email: person.email }, { token: person.token });
	expect(deleted.status).toBe(204);
	await offerDuePlaces(services);
	expect(await query('SELECT FROM waitlist_entries WHERE lower(email) = lower($1)', [person.email])).toEqual(
		[],
	);
	expect((await api.get(`/api/waitlist/${one.token}`)).status).toBe(404);
	expect(await two.view()).toMatchObject({ state: 'offered' });
	await expectChecks(services, checks);
});
