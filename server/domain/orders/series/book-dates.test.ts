import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeSeries, type TestSeries } from '#tests/factories/bookable-series.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { makePricedEvent } from '#tests/factories/money.ts';

import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Several dates of a series in one order: all of them or none. */

const { database, services, api, owner } = useTestOwner();

const buyer = { name: 'Ada Lovelace', email: 'ada@example.org' };

const book = (series: TestSeries, body: Record<string, unknown> = {}, key: string = randomUUID()) =>
	api.post(
		`/api/series/${series.id}/orders`,
		{ buyer, items: [{ lineageId: series.lineageId, quantity: 1 }], ...body },
		{ headers: { 'Idempotency-Key': key } },
	);

const countOf = async (table: string, eventIds: string[]) =>
	(
		await database().pool.query<{ n: number }>(
			`SELECT count(*)::int AS n FROM ${table} WHERE event_id = ANY($1::uuid[])`,
			[eventIds],
		)
	).rows[0]?.n;

test('a course of twelve dates is booked whole: an order for each date, and one key is one booking', async () => {
	const series = await makeSeries(services, api, owner, { booking: 'all' });
	const key = randomUUID();
	const booked = await book(series, {}, key);
	expect(booked.status, JSON.stringify(booked.body)).toBe(201);
	expect(booked.body.orders).toHaveLength(12);
	expect(booked.body.totalMinor).toBe(0);
	expect(new Set(booked.body.orders.map((one: { status: string }) => one.status))).toEqual(
		new Set(['confirmed']),
	);
	expect(booked.body.orders.map((one: { key: string }) => one.key)).toEqual(
		series.dates.map((date) => date.key),
	);
	const again = await book(series, {}, key);
	expect(again.body).toEqual(booked.body);
	expect((await book(series, { buyer: { ...buyer, name: 'Grace' } }, key)).status).toBe(422);
	const ids = series.dates.map(({ id }) => id);
	expect(await countOf('orders', ids)).toBe(12);

	const page = await api.get(`/api/orders/${booked.body.orders[3].manageToken}`);
	expect(page.body.otherDates).toHaveLength(11);
	const part = await book(series, { events: ids.slice(0, 3) });
	expect(part.body.metadata).toMatchObject({ rule: 'booked-as-a-whole' });
	await expectInvariants(services);
});

test('three chosen dates; a full one is named, and nothing of the booking stays', async () => {
	const series = await makeSeries(services, api, owner, { count: 5, type: { capacity: 1 } });
	const [first, second, third] = series.dates.map(({ id }) => id) as [string, string, string];
	const three = await book(series, { events: [third, first, second] });
	expect(three.status).toBe(201);
	expect(three.body.orders.map((one: { eventId: string }) => one.eventId)).toEqual([first, second, third]);

	const ids = series.dates.map(({ id }) => id);
	const full = await book(series, { events: ids.slice(2) });
	expect(full.status).toBe(422);
	expect(full.body.metadata).toMatchObject({ rule: 'date-full', key: series.dates[2]?.key, left: 0 });
	expect(await countOf('attendees', ids)).toBe(3);
	expect(
		(await database().pool.query('SELECT 1 FROM series_orders WHERE series_id = $1', [series.id])).rowCount,
	).toBe(1);
	await expectInvariants(services);
});

test('two bookings at once for the last places: one has all its dates, nothing is left of the other', async () => {
	const series = await makeSeries(services, api, owner, { type: { capacity: 1 } });
	const ids = series.dates.map(({ id }) => id);
	const results = await Promise.all([
		book(series, { events: ids.slice(0, 8) }),
		book(series, { events: ids.slice(7).reverse() }),
		book(series, { events: [ids[7], ids[0]] }),
	]);
	const won = results.filter(({ status }) => status === 201);
	expect(won).toHaveLength(1);
	expect(await countOf('orders', ids)).toBe(won[0]?.body.orders.length);
	for (const lost of results.filter(({ status }) => status !== 201))
		expect(lost.body.metadata.rule).toBe('date-full');
	await expectInvariants(services);
});

test('what does not fit is refused with what to do: dates one by one, other series, approval, past dates left out of a course', async () => {
	const each = await makeSeries(services, api, owner, { count: 2, booking: 'each' });
	expect((await book(each)).body.metadata.rule).toBe('booked-one-by-one');

	const series = await makeSeries(services, api, owner, { count: 3 });
	expect((await book(series, { events: [each.dates[0]?.id] })).status).toBe(400);
	expect((await book(series, { items: [{ lineageId: randomUUID(), quantity: 1 }] })).body.metadata.rule).toBe(
		'date-lacks-ticket',
	);
	expect((await api.post(`/api/series/${series.id}/orders`, { buyer, items: [] })).status).toBe(400);

	await moveEvent(services, series.dates[0]?.id as string, { start: -2, end: 1 });
	const rest = await book(series);
	expect(rest.body.orders).toHaveLength(2);

	const approved = await makeSeries(services, api, owner, { count: 2, type: { needsApproval: true } });
	expect((await book(approved)).body.metadata.rule).toBe('approval-one-by-one');
	await expectInvariants(services);
});

test('all dates ahead are cancelled at once, and again changes nothing', async () => {
	const series = await makeSeries(services, api, owner, { count: 3 });
	const booked = await book(series);
	const { manageToken } = booked.body.orders[1];
	const cancel = () =>
		api.post(`/api/orders/${manageToken}/cancel-dates`, {}, { headers: { 'Idempotency-Key': randomUUID() } });
	const cancelled = await cancel();
	expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
	expect(cancelled.body.status).toBe('cancelled');
	expect(cancelled.body.otherDates.map((one: { status: string }) => one.status)).toEqual([
		'cancelled',
		'cancelled',
	]);
	expect((await cancel()).status).toBe(200);
	const { rows } = await database().pool.query(
		`SELECT sum(confirmed)::int AS n FROM capacity_pools WHERE event_id = ANY($1::uuid[])`,
		[series.dates.map(({ id }) => id)],
	);
	expect(rows).toEqual([{ n: 0 }]);
	await expectInvariants(services);
});

test('dates with a price wait for their money at the door, each order alone; the total must be what the buyer saw', async () => {
	const priced = await makePricedEvent(services, api, await makeUser(services), { capacity: 5 });
	const { token, organisationId } = priced.owner;
	const saved = await api.call(
		'PUT',
		`/api/organisations/${organisationId}/payment-settings`,
		{
			...{ takesCards: true, takesTransfers: false, takesMoneyAtDoor: true, transferDays: 5 },
			...{ transferHolder: '', transferIban: '', transferBic: '' },
		},
		{ token },
	);
	expect(saved.status, JSON.stringify(saved.body)).toBe(200);
	const made = await api.post(
		`/api/events/${priced.id}/series`,
		{ repeat: { rule: 'FREQ=WEEKLY', count: 3 }, booking: 'any' },
		{ token },
	);
	const series = {
		id: made.body.series.id,
		dates: made.body.dates,
		lineageId: priced.ticketTypeId,
		owner: priced.owner,
	} satisfies TestSeries;
	const unseen = await book(series, { paymentMethod: 'door' });
	expect(unseen.body.metadata).toMatchObject({ rule: 'price-changed', totalMinor: 7_200 });
	expect((await book(series, { totalMinor: 7_200 })).body.metadata.rule).toBe('payment-method-needed');
	expect((await book(series, { totalMinor: 7_200, paymentMethod: 'transfer' })).body.metadata.rule).toBe(
		'method-not-offered',
	);
	expect(
		await countOf(
			'orders',
			series.dates.map(({ id }: { id: string }) => id),
		),
	).toBe(0);
	const booked = await book(series, { totalMinor: 7_200, paymentMethod: 'door' });
	expect(booked.status, JSON.stringify(booked.body)).toBe(201);
	expect(booked.body.orders.map((one: { status: string }) => one.status)).toEqual(Array(3).fill('pending'));
	await expectInvariants(services);
});

test('a single date of a course is ordered by no guest, but by members; what is booked as a whole is set and heard at once', async () => {
	const series = await makeSeries(services, api, owner, { count: 3, booking: 'all' });
	const [first, second] = series.dates.map(({ id }) => id) as [string, string];
	const types = await api.get(`/api/events/${first}/ticket-types`);
	const items = [{ ticketTypeId: types.body.data[0].id, quantity: 1 }];
	const order = (body: Record<string, unknown> = {}) =>
		api.post(`/api/events/${first}/orders`, { buyer, items, ...body });
	for (const body of [{}, { hold: true }]) {
		const refused = await order(body);
		expect(refused.status).toBe(422);
		expect(refused.body.metadata).toMatchObject({ rule: 'series-whole-only' });
	}
	expect((await book(series)).status).toBe(201);
	const added = await api.post(
		`/api/events/${first}/attendees`,
		{ name: 'Grace Hopper', email: 'grace@example.org', ticketTypeId: items[0]?.ticketTypeId },
		{ token: owner.token },
	);
	expect(added.status, JSON.stringify(added.body)).toBe(201);

	const set = (booking: string) => api.patch(`/api/series/${series.id}`, { booking }, { token: owner.token });
	expect((await set('any')).status).toBe(200);
	expect((await order()).status).toBe(201);
	expect((await book(series, { events: [first, second] })).status).toBe(201);
	// Another process that has not heard of it yet has the sale refused by the places, and learns of it.
	const process = createDatabase({ address: database().address, log: createSilentLog(), poolSize: 2 });
	onTestFinished(() => process.close());
	const elsewhere = createTestApi(await createTestServices(process));
	const buy = () => elsewhere.post(`/api/events/${first}/orders`, { buyer, items });
	expect((await buy()).status).toBe(201);
	expect((await set('all')).status).toBe(200);
	expect((await buy()).body.metadata).toMatchObject({ rule: 'series-whole-only' });
	expect((await order()).body.metadata).toMatchObject({ rule: 'series-whole-only' });
	await expectInvariants(services);
});

test('bookings of some dates beside the change to a course: all before it or none after it', async () => {
	const series = await makeSeries(services, api, owner, { count: 6 });
	const ids = series.dates.map(({ id }) => id);
	const set = (value: string) =>
		api.patch(`/api/series/${series.id}`, { booking: value }, { token: owner.token });
	const results = await Promise.all([
		book(series, { events: ids.slice(0, 3) }),
		book(series, { events: ids.slice(2, 5) }),
		set('all'),
		book(series, { events: ids.slice(3) }),
		set('any'),
		book(series, { events: ids.slice(1, 4).reverse() }),
		set('all'),
		book(series),
	]);
	const bookings = results.filter((_, index) => ![2, 4, 6].includes(index));
	for (const { status, body } of bookings)
		if (status !== 201) expect(body.metadata.rule).toBe('booked-as-a-whole');
	for (const index of [2, 4, 6]) expect(results[index]?.status).toBe(200);
	const booked = bookings.flatMap(({ status, body }) => (status === 201 ? body.orders : []));
	expect(await countOf('orders', ids)).toBe(booked.length);
	await set('all');
	expect((await book(series, { events: ids.slice(0, 2) })).body.metadata.rule).toBe('booked-as-a-whole');
	await expectInvariants(services);
});
