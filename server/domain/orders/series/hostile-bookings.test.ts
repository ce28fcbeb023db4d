import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { MAX_BOOKED_TICKETS } from '#shared/contracts/series-orders.ts';
import { MAX_BOOKED_DATES } from '#shared/rules/series/repeat.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeSeries, type TestSeries } from '#tests/factories/bookable-series.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Bookings of several dates as nobody honest sends them, and many large ones at once. */

const { database, services, api, owner } = useTestOwner();

const buyer = { name: 'Ada Lovelace', email: 'ada@example.org' };

const book = (series: { id: string; lineageId: string }, body: object = {}, key: string = randomUUID()) =>
	api.post(
		`/api/series/${series.id}/orders`,
		{ buyer, items: [{ lineageId: series.lineageId, quantity: 1 }], ...body },
		{ headers: { 'Idempotency-Key': key } },
	);

const ordersOf = async (seriesId: string) =>
	(
		await database().pool.query<{ n: number }>(
			`SELECT count(*)::int AS n FROM orders o JOIN events e ON e.organisation_id = o.organisation_id AND e.id = o.event_id
				WHERE e.series_id = $1`,
			[seriesId],
		)
	).rows[0]?.n;

test('dates of others, unknown ones, nonsense and too many are refused with what is wrong, and nothing is written', async () => {
	const series = await makeSeries(services, api, owner, { count: 3 });
	const other = await makeSeries(services, api, await makeUser(services), { count: 2 });
	const alone = await makeEvent(services, owner, { isPublished: true });
	const ids = series.dates.map(({ id }) => id);
	const first = ids[0] as string;
	const items = (...some: object[]) => ({ events: ids, items: some });
	const { lineageId } = series;
	const hostile: object[] = [
		{ events: [] },
		{ events: [randomUUID()] },
		{ events: [first, other.dates[0]?.id] },
		{ events: [first, alone.id] },
		{ events: [first, series.id] },
		{ events: ['', first] },
		{ events: [`${first}'; DROP TABLE orders`] },
		{ events: [null] },
		{ events: first },
		{ events: { 0: first } },
		{ events: Array.from({ length: MAX_BOOKED_DATES + 1 }, () => first) },
		{ events: Array.from({ length: MAX_BOOKED_DATES }, () => randomUUID()) },
		items(),
		items({ lineageId: other.lineageId, quantity: 1 }),
		items({ lineageId, quantity: 0 }),
		items({ lineageId, quantity: 1_001 }),
		items({ lineageId, quantity: 1_000 }),
		items({ lineageId, quantity: 1.5 }),
		items({ lineageId, quantity: -1 }),
		items(...Array.from({ length: 20 }, () => ({ lineageId, quantity: 1_000 }))),
		items(...Array.from({ length: 21 }, () => ({ lineageId, quantity: 1 }))),
		items({ lineageId, quantity: 1, ticketTypeId: lineageId }),
		{ events: ids, totalMinor: -1 },
		{ events: ids, totalMinor: Number.MAX_SAFE_INTEGER + 2 },
		{ events: ids, buyer: { name: ' ', email: 'ada@example.org' } },
		{ events: ids, buyer: { name: 'Ada', email: 'ada' } },
	];
	for (const body of hostile) {
		const { status, body: problem } = await book(series, body);
		expect([400, 422], `${JSON.stringify(body).slice(0, 200)}: ${status}`).toContain(status);
		expect(problem.userMessage ?? problem.message, JSON.stringify(problem)).toBeTruthy();
	}
	for (const id of [randomUUID(), alone.id, first, 'no-such-series', '%00', '..'])
		expect((await book({ id, lineageId }, {})).status, id).toBe(404);
	expect(await ordersOf(series.id)).toBe(0);

	// The same date several times is one date, however it is spelled.
	const twice = await book(series, { events: [first, first.toUpperCase(), first] });
	expect(twice.status, JSON.stringify(twice.body)).toBe(201);
	expect(twice.body.orders).toHaveLength(1);
	expect((await book(series, { items: [{ lineageId: lineageId.toUpperCase(), quantity: 1 }] })).status).toBe(
		201,
	);
	await expectInvariants(services);
});

test('as many dates as can be booked at once, by several buyers at once, of several ticket types', async () => {
	let second = '';
	const series: TestSeries = await makeSeries(services, api, owner, {
		count: MAX_BOOKED_DATES + 1,
		type: { capacity: 6 },
		add: async (eventId) => {
			const made = await api.post(
				`/api/events/${eventId}/ticket-types`,
				{ name: 'Child', kind: 'free', capacity: 6 },
				{ token: owner.token },
			);
			second = made.body.id;
		},
	});
	const ids = series.dates.map(({ id }) => id);
	expect((await book(series)).body.metadata).toMatchObject({ rule: 'too-many-dates' });
	const manyTickets = [{ lineageId: series.lineageId, quantity: MAX_BOOKED_TICKETS / MAX_BOOKED_DATES + 1 }];
	expect((await book(series, { events: ids.slice(1), items: manyTickets })).body.metadata).toMatchObject({
		rule: 'order-too-large',
		limit: MAX_BOOKED_TICKETS,
	});
	const both = [
		{ lineageId: series.lineageId, quantity: 2 },
		{ lineageId: second, quantity: 2 },
	];
	const some = (index: number) => (index % 2 ? ids.slice(1) : ids.slice(0, MAX_BOOKED_DATES).reverse());
	const results = await Promise.all(
		Array.from({ length: 5 }, (_, index) => book(series, { events: some(index), items: both })),
	);
	expect(results.filter(({ status }) => status === 201)).toHaveLength(3);
	for (const { status, body } of results)
		if (status !== 201) expect([status, body.metadata?.rule]).toEqual([422, 'date-full']);
	expect(await ordersOf(series.id)).toBe(3 * MAX_BOOKED_DATES);
	await expectInvariants(services);
});
