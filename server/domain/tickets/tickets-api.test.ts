import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events } from '#server/db/tables/events.ts';
import { ticketTypes } from '#server/db/tables/tickets.ts';
import { duplicateEvent } from '#server/domain/events/commands/duplicate-event.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { holdTickets, makePricedEvent } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, api, owner } = useTestOwner();

const types = (eventId: string) => `/api/events/${eventId}/ticket-types`;
const asOwner = () => ({ token: owner.token });
const published = () => makeEvent(services, owner, { isPublished: true });
const minPriceOf = async (eventId: string) =>
	(await api.get(`/api/events/${eventId}`, asOwner())).body.minPriceMinor;
const order = (eventId: string, items: { ticketTypeId: string; quantity: number }[]) =>
	api.post(`/api/events/${eventId}/orders`, { buyer: { name: 'Ada', email: 'ada@example.org' }, items });

describe('a new event', () => {
	test('gives away "Standard" without limit; a draft keeps it closed', async () => {
		const event = await makeEvent(services, owner);
		const { body } = await api.get(types(event.id), asOwner());
		expect(body.data).toMatchObject([
			{
				name: 'Standard',
				kind: 'free',
				state: 'closed',
				left: null,
				organiser: { capacity: null, confirmed: 0, version: 1 },
			},
		]);
		expect(await minPriceOf(event.id)).toBe(0);
		expect((await api.get(types(event.id))).status).toBe(404);
	});

	test('opens when published, closes when taken back, put off, cancelled or put away', async () => {
		const event = await makeEvent(services, owner);
		const step = (name: string) => api.post(`/api/events/${event.id}/${name}`, undefined, asOwner());
		const state = async () => (await api.get(types(event.id), asOwner())).body.data[0].state;
		for (const [name, wanted] of [
			['publish', 'on_sale'],
			['unpublish', 'closed'],
			['publish', 'on_sale'],
			['postpone', 'closed'],
			['publish', 'on_sale'],
			['archive', 'closed'],
			['unarchive', 'on_sale'],
			['cancel', 'closed'],
		] as const) {
			expect((await step(name)).status, name).toBe(200);
			expect(await state(), name).toBe(wanted);
			const { rows } = await database().pool.query(
				'SELECT DISTINCT is_closed FROM capacity_pools WHERE event_id = $1',
				[event.id],
			);
			expect(rows, name).toEqual([{ is_closed: wanted === 'closed' }]);
			// Only a new date lets it be published again.
			if (name === 'postpone') {
				await api.patch(`/api/events/${event.id}`, { startsAt: '2031-05-01T18:00:00Z' }, asOwner());
			}
		}
	});
});

describe('a ticket type', () => {
	test('needs only a name, and takes its place at the end', async () => {
		const event = await published();
		const made = await api.post(types(event.id), { name: 'Patron' }, asOwner());
		expect(made.status).toBe(201);
		expect(made.body).toMatchObject({
			name: 'Patron',
			kind: 'free',
			priceMinor: 0,
			currency: 'EUR',
			position: 1,
			minPerOrder: 1,
			maxPerOrder: 10,
			state: 'on_sale',
		});
		expect(made.headers.get('etag')).toBe('"1"');
	});

	test('with a price is paid, shown and not on sale here yet; the event shows its lowest price', async () => {
		const event = await published();
		const { body: paid } = await api.post(types(event.id), { name: 'Seat', priceMinor: 1_500 }, asOwner());
		expect(paid).toMatchObject({ kind: 'paid', state: 'unavailable' });
		expect(await minPriceOf(event.id)).toBe(0);
		const { body: listed } = await api.get(
			`/api/events?organiser=${(await api.get(`/api/events/${event.id}`)).body.organiser.slug}`,
		);
		expect(listed.data.find(({ id }: { id: string }) => id === event.id)).toMatchObject({
			minPriceMinor: 0,
			maxPriceMinor: 1_500,
		});
		const { body } = await api.get(types(event.id));
		await api.patch(`${types(event.id)}/${body.data[0].id}`, { isHidden: true }, asOwner());
		expect(await minPriceOf(event.id)).toBe(1_500);
		const refused = await order(event.id, [{ ticketTypeId: paid.id, quantity: 1 }]);
		expect(refused.body.metadata.rule).toBe('payment-account-missing');
	});

	test('costs its buyers what the lists of events say, tax on top', async () => {
		const event = await published();
		const { body: standard } = await api.get(types(event.id));
		await api.patch(`${types(event.id)}/${standard.data[0].id}`, { isHidden: true }, asOwner());
		await services.database.db.update(events).set({ pricesIncludeTax: false }).where(eq(events.id, event.id));
		const seat = { name: 'Seat', priceMinor: 2_000, currency: 'USD', taxBasisPoints: 888 };
		const { body: made } = await api.post(types(event.id), seat, asOwner());
		expect(await minPriceOf(event.id)).toBe(2_178);
		expect((await api.get(types(event.id))).body.pricing).toMatchObject({ pricesIncludeTax: false });
		// A price from before that cannot be charged does not keep its type from being edited.
		await services.database.db.update(ticketTypes).set({ priceMinor: 10 }).where(eq(ticketTypes.id, made.id));
		const path = `${types(event.id)}/${made.id}`;
		expect((await api.patch(path, { name: 'Chair' }, asOwner())).status).toBe(200);
		expect((await api.patch(path, { priceMinor: 11 }, asOwner())).status).toBe(400);
	});

	test.each([
		[{ kind: 'free', priceMinor: 100 }, 'priceMinor'],
		[{ kind: 'paid' }, 'priceMinor'],
		[{ priceMinor: 49, currency: 'EUR' }, 'priceMinor'],
		[{ priceMinor: 100_050, currency: 'HUF' }, 'priceMinor'],
		[{ priceMinor: 1_255, currency: 'KWD' }, 'priceMinor'],
		[{ kind: 'donation', suggestedMinor: 20, currency: 'EUR' }, 'suggestedMinor'],
		[{ kind: 'donation', priceMinor: 900, suggestedMinor: 800 }, 'suggestedMinor'],
		[{ salesStartAt: '2027-01-02T00:00:00Z', salesEndAt: '2027-01-01T00:00:00Z' }, 'salesEndAt'],
		[{ minPerOrder: 5, maxPerOrder: 2 }, 'maxPerOrder'],
		[{ sharedPoolId: randomUUID() }, 'sharedPoolId'],
		[{ name: '' }, 'name'],
		[{ capacity: -1 }, 'capacity'],
		[{ admits: 0 }, 'admits'],
	])('%j is refused at its field', async (input, field) => {
		const event = await published();
		const { status, body } = await api.post(types(event.id), { name: 'X', ...input }, asOwner());
		expect(status).toBe(400);
		expect(body.details[0].field).toBe(field);
	});

	test("without a price takes any currency, the first with a price sets the event's, the next must follow", async () => {
		const event = await published();
		const free = await api.post(types(event.id), { name: 'Free', currency: 'USD' }, asOwner());
		expect([free.status, free.body.currency]).toEqual([201, 'EUR']);
		const paid = await api.post(
			types(event.id),
			{ name: 'Seat', priceMinor: 900, currency: 'USD' },
			asOwner(),
		);
		expect([paid.status, paid.body.currency]).toEqual([201, 'USD']);
		const { body } = await api.get(types(event.id), asOwner());
		expect(new Set(body.data.map((type: { currency: string }) => type.currency))).toEqual(new Set(['USD']));
		expect((await api.get(`/api/events/${event.id}`, asOwner())).body.currency).toBe('USD');
		const other = await api.post(
			types(event.id),
			{ name: 'Box', priceMinor: 900, currency: 'CHF' },
			asOwner(),
		);
		expect([other.status, other.body.details[0].field]).toEqual([400, 'currency']);
		const path = `${types(event.id)}/${paid.body.id}`;
		const reread = await api.patch(path, { currency: 'CHF' }, asOwner());
		expect([reread.status, reread.body.details[0].field]).toEqual([400, 'currency']);
		const alone = await api.patch(path, { currency: 'CHF', priceMinor: 850 }, asOwner());
		expect([alone.status, alone.body.currency]).toEqual([200, 'CHF']);
	});

	test('is not shown to the public while hidden, and shown closed while closed', async () => {
		const event = await published();
		await api.post(types(event.id), { name: 'Secret', isHidden: true }, asOwner());
		await api.post(types(event.id), { name: 'Over', isClosed: true }, asOwner());
		const { body } = await api.get(types(event.id));
		expect(body.data.map((type: { name: string; state: string }) => [type.name, type.state])).toEqual([
			['Standard', 'on_sale'],
			['Over', 'closed'],
		]);
		expect(body.data[0].organiser).toBeUndefined();
		expect((await api.get(types(event.id), asOwner())).body.data).toHaveLength(3);
	});

	test('shows what is left from 20 down', async () => {
		const event = await published();
		const { body } = await api.get(types(event.id));
		const path = `${types(event.id)}/${body.data[0].id}`;
		expect((await api.patch(path, { capacity: 21 }, asOwner())).body.left).toBeNull();
		expect((await api.patch(path, { capacity: 20 }, asOwner())).body.left).toBe(20);
		await order(event.id, [{ ticketTypeId: body.data[0].id, quantity: 10 }]);
		expect((await api.get(types(event.id), asOwner())).body.data[0]).toMatchObject({
			left: 10,
			organiser: { confirmed: 10, capacity: 20 },
		});
	});

	test('is never smaller than what is taken', async () => {
		const event = await published();
		const { body } = await api.get(types(event.id));
		const path = `${types(event.id)}/${body.data[0].id}`;
		await order(event.id, [{ ticketTypeId: body.data[0].id, quantity: 4 }]);
		const refused = await api.patch(path, { capacity: 3 }, asOwner());
		expect(refused.status).toBe(422);
		expect(refused.body).toMatchObject({
			userMessage: 'Can’t go below 4 (already taken).',
			metadata: { rule: 'capacity-below-sold', confirmed: 4 },
		});
		expect((await api.patch(path, { capacity: 4 }, asOwner())).body.state).toBe('sold_out');
	});

	test('warns when a colleague saved first', async () => {
		const event = await published();
		const { body } = await api.get(types(event.id));
		const path = `${types(event.id)}/${body.data[0].id}`;
		const first = await api.patch(path, { name: 'Ticket' }, { ...asOwner(), headers: { 'If-Match': '"1"' } });
		expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
		expect(
			(await api.patch(path, { name: 'Place' }, { ...asOwner(), headers: { 'If-Match': '"1"' } })).status,
		).toBe(412);
	});

	test('is deleted while nobody ordered it, by those who may', async () => {
		const event = await published();
		const { body } = await api.post(types(event.id), { name: 'Mistake' }, asOwner());
		const stranger = await makeUser(services);
		expect((await api.delete(`${types(event.id)}/${body.id}`, { token: stranger.token })).status).toBe(404);
		expect((await api.delete(`${types(event.id)}/${body.id}`, asOwner())).status).toBe(204);
		expect((await api.delete(`${types(event.id)}/${body.id}`, asOwner())).status).toBe(404);
		const other = await published();
		const foreign = (await api.get(types(other.id))).body.data[0].id;
		expect((await api.patch(`${types(event.id)}/${foreign}`, { name: 'x' }, asOwner())).status).toBe(404);
	});
});

describe('shared places', () => {
	const pools = (eventId: string) => `/api/events/${eventId}/capacity-pools`;

	test('are taken by all that share them, also by what was sold before', async () => {
		const event = await published();
		const { body: hall } = await api.post(pools(event.id), { name: 'Hall', size: 5 }, asOwner());
		const { body: a } = await api.post(types(event.id), { name: 'A', sharedPoolId: hall.id }, asOwner());
		const { body: b } = await api.post(types(event.id), { name: 'B' }, asOwner());
		await order(event.id, [{ ticketTypeId: b.id, quantity: 3 }]);
		const joined = await api.patch(`${types(event.id)}/${b.id}`, { sharedPoolId: hall.id }, asOwner());
		expect(joined.body).toMatchObject({ left: 2, organiser: { sharedPoolId: hall.id } });
		expect((await order(event.id, [{ ticketTypeId: a.id, quantity: 3 }])).body.metadata).toMatchObject({
			rule: 'sold-out',
			left: 2,
		});
		expect((await order(event.id, [{ ticketTypeId: a.id, quantity: 2 }])).status).toBe(201);
		expect(
			(await api.patch(`${pools(event.id)}/${hall.id}`, { size: 4 }, asOwner())).body.metadata.rule,
		).toBe('capacity-below-sold');
		expect((await api.get(pools(event.id), asOwner())).body.data).toEqual([
			{ id: hall.id, name: 'Hall', size: 5, confirmed: 5, held: 0 },
		]);
		await expectInvariants(services);
		const apart = await api.patch(`${types(event.id)}/${b.id}`, { sharedPoolId: null }, asOwner());
		expect(apart.body.left).toBeNull();
		await expectInvariants(services);
	});

	test('cannot be joined by more than they hold, nor taken away while they are used', async () => {
		const event = await published();
		const { body: hall } = await api.post(pools(event.id), { name: 'Hall', size: 2 }, asOwner());
		const { body: type } = await api.post(types(event.id), { name: 'A' }, asOwner());
		await order(event.id, [{ ticketTypeId: type.id, quantity: 3 }]);
		const refused = await api.patch(`${types(event.id)}/${type.id}`, { sharedPoolId: hall.id }, asOwner());
		expect(refused.body.metadata.rule).toBe('capacity-below-sold');
		await api.patch(`${pools(event.id)}/${hall.id}`, { size: null }, asOwner());
		expect(
			(await api.patch(`${types(event.id)}/${type.id}`, { sharedPoolId: hall.id }, asOwner())).status,
		).toBe(200);
		expect((await api.delete(`${pools(event.id)}/${hall.id}`, asOwner())).body.metadata.rule).toBe(
			'capacity-in-use',
		);
		await api.patch(`${types(event.id)}/${type.id}`, { sharedPoolId: null }, asOwner());
		expect((await api.delete(`${pools(event.id)}/${hall.id}`, asOwner())).status).toBe(204);
	});
});

describe('a copy of an event', () => {
	test('has its ticket types with nothing sold, windows moved with it, shared places of its own', async () => {
		const event = await makeEvent(services, owner, {
			isPublished: true,
			startsAtLocal: '2027-03-20T19:00',
			timeZone: 'Europe/Berlin',
		});
		const { body: hall } = await api.post(
			`/api/events/${event.id}/capacity-pools`,
			{ name: 'Hall', size: 9 },
			asOwner(),
		);
		const { body: early } = await api.post(
			types(event.id),
			{ name: 'Early', capacity: 7, sharedPoolId: hall.id, admits: 2, salesEndAt: '2027-03-24T08:00:00Z' },
			asOwner(),
		);
		await order(event.id, [{ ticketTypeId: early.id, quantity: 1 }]);
		const copyId = await duplicateEvent(services, { ...owner, eventId: event.id });
		const { body } = await api.get(types(copyId), asOwner());
		// A week on, at nine in Berlin, which by then is on summer time.
		expect(body.data).toMatchObject([
			{ name: 'Standard', state: 'closed' },
			{
				name: 'Early',
				admits: 2,
				salesEndAt: '2027-03-31T07:00:00.000Z',
				organiser: { capacity: 7, confirmed: 0 },
			},
		]);
		const copied = (await api.get(`/api/events/${copyId}/capacity-pools`, asOwner())).body.data;
		expect(copied).toMatchObject([{ name: 'Hall', size: 9, confirmed: 0 }]);
		expect(copied[0].id).not.toBe(hall.id);
		expect(body.data[1].organiser.sharedPoolId).toBe(copied[0].id);
		expect(await minPriceOf(copyId)).toBe(0);
	});

	test('changes its currency while nothing has a price', async () => {
		const event = await makeEvent(services, owner);
		const path = `/api/events/${event.id}`;
		const { body: seat } = await api.post(types(event.id), { name: 'Seat', priceMinor: 500 }, asOwner());
		const refused = await api.patch(path, { currency: 'CHF' }, asOwner());
		expect([refused.status, refused.body.details[0].field]).toEqual([400, 'currency']);
		expect((await api.get(path, asOwner())).body.currency).toBe('EUR');
		await api.patch(`${types(event.id)}/${seat.id}`, { kind: 'free' }, asOwner());
		expect((await api.patch(path, { currency: 'CHF' }, asOwner())).status).toBe(200);
		const { body } = await api.get(types(event.id), asOwner());
		expect(body.data.map((type: { currency: string }) => type.currency)).toEqual(['CHF', 'CHF']);
	});
});

describe('the terms of an event’s prices', () => {
	test('change for everybody at once, and not once a ticket with a price is taken', async () => {
		const seller = await makeUser(services);
		const event = await makePricedEvent(services, api, seller, { priceMinor: 2_000, taxBasisPoints: 1_900 });
		const patch = (part: object) => api.patch(`/api/events/${event.id}`, part, { token: seller.token });
		const items = [{ ticketTypeId: event.ticketTypeId, quantity: 1 }];
		const before = await api.post(`/api/events/${event.id}/quote`, { items });
		expect(before.body).toMatchObject({ totalMinor: 2_000, taxes: [{ taxMinor: 319 }] });
		const changed = await patch({ pricesIncludeTax: false, feeBearer: 'buyer' });
		expect(changed.status, JSON.stringify(changed.body)).toBe(200);
		expect(changed.body.organisation).toMatchObject({ pricesIncludeTax: false, feeBearer: 'buyer' });
		expect((await api.get(types(event.id))).body.pricing).toMatchObject({
			pricesIncludeTax: false,
			feeBearer: 'buyer',
		});
		const late = await api.post(`/api/events/${event.id}/orders`, {
			buyer: { name: 'Ada', email: 'ada@example.org' },
			items,
			hold: true,
			quoteHash: before.body.hash,
		});
		expect(late.status).toBe(422);
		expect(late.body.metadata).toMatchObject({ rule: 'price-changed', totalMinor: 2_380 });

		await holdTickets(api, event);
		for (const [field, value] of [
			['pricesIncludeTax', true],
			['feeBearer', 'organiser'],
		] as const) {
			const refused = await patch({ [field]: value });
			expect(refused.status).toBe(422);
			expect(refused.body.details[0].field).toBe(field);
		}
		expect((await patch({ pricesIncludeTax: false, title: 'Another title' })).status).toBe(200);
	});
});
