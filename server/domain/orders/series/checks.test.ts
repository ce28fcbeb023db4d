import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeSeries } from '#tests/factories/bookable-series.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { seriesOrderChecks } from './checks.ts';

/** What `foyer verify` finds of bookings of several dates, and of guests who were moved. */

const database = useTestDatabase();
let services: Services;

beforeEach(async () => {
	await database().truncate();
	services = await createTestServices(database());
	const api = createTestApi(services);
	const owner = await makeUser(services);
	const series = await makeSeries(services, api, owner, { count: 3 });
	const [first, second, third] = series.dates.map(({ id }) => id);
	const booked = await api.post(
		`/api/series/${series.id}/orders`,
		{
			buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
			items: [{ lineageId: series.lineageId, quantity: 1 }],
			events: [first, second],
		},
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	expect(booked.status, JSON.stringify(booked.body)).toBe(201);
	const moved = await api.post(
		`/api/events/${first}/attendees/move`,
		{ toEvent: third },
		{ token: owner.token },
	);
	expect(moved.status, JSON.stringify(moved.body)).toBe(200);
});

const failing = async () => {
	const names: string[] = [];
	for (const check of seriesOrderChecks) if ((await check.run(services)).length > 0) names.push(check.name);
	return names;
};

test('a booking and a move break no invariant', async () => {
	expect(await failing()).toEqual([]);
});

// One wrong row each.
test.each([
	[
		`UPDATE series_order_dates SET order_id = gen_random_uuid()
			WHERE order_id = (SELECT order_id FROM series_order_dates LIMIT 1)`,
		['orders.bookings-belong-together'],
	],
	[
		// An order of a date that is in the booking already.
		`INSERT INTO series_order_dates (organisation_id, event_id, order_id, series_order_id)
			SELECT d.organisation_id, d.event_id, gen_random_uuid(), d.series_order_id FROM series_order_dates d LIMIT 1`,
		['orders.bookings-belong-together'],
	],
	['DELETE FROM series_order_dates', ['orders.bookings-not-empty']],
	[
		`UPDATE attendees SET status = 'active' WHERE id = (SELECT attendee_id FROM moved_tickets)`,
		['orders.moves-lead-to-tickets'],
	],
	['UPDATE moved_tickets SET to_attendee_id = gen_random_uuid()', ['orders.moves-lead-to-tickets']],
	['UPDATE moved_tickets SET to_order_id = gen_random_uuid()', ['orders.moves-lead-to-tickets']],
])('%s is found', async (statement, names) => {
	await database().pool.query(statement);
	expect(await failing()).toEqual(names);
});
