import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { makeSeries, type TestSeries } from '#tests/factories/bookable-series.ts';
import { makeDoor } from '#tests/factories/door.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { rollUp } from '#tests/support/figures.ts';
import { stayInOneDay } from '#tests/support/one-day.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** The dates of a series added up, and the earlier dates beside one of them. */
const { services, api, owner } = useTestOwner();
let series: TestSeries;
let dates: string[];
let range: { from: string; to: string };

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const read = async (path: string, by: { token: string }, search: Record<string, string> = {}) =>
	api.get(`/api/organisations/${owner.organisationId}${path}`, {
		token: by.token,
		query: { ...range, ...search },
	});

/** Registers guests for a date of the series. */
async function register(date: string, guests: number) {
	const types = await api.get(`/api/events/${date}/ticket-types`, { token: owner.token });
	for (let guest = 0; guest < guests; guest++) {
		const placed = await api.post(`/api/events/${date}/orders`, {
			buyer: { name: 'Ada', email: `${randomUUID()}@example.org` },
			items: [{ ticketTypeId: types.body.data[0].id, quantity: 1 }],
		});
		expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	}
}

beforeAll(async () => {
	await stayInOneDay();
	range = { from: daysAgo(20), to: daysAgo(-1) };
	series = await makeSeries(services, api, owner, { count: 7, booking: 'each' });
	dates = series.dates.map(({ id }) => id);
	for (const [at, guests] of [1, 2, 3].entries()) await register(dates[at] as string, guests);
	await makeDoor({ services, api, owner }, { guests: 4, title: 'No date of it' });
	// Five dates are over, the latest of them two days ago.
	for (const [at, days] of [12, 10, 8, 6, 4].entries())
		await moveEvent(services, dates[at] as string, { start: -24 * days, end: -24 * days + 2 });
	await rollUp(services);
});

test('figures of a series are those of its dates, and of no other event', async () => {
	const whole = await read('/figures', owner, { series: series.id });
	expect(whole.status, JSON.stringify(whole.body)).toBe(200);
	expect(whole.body.current.totals).toMatchObject({ registrations: 6, tickets: 6 });
	expect((await read('/figures', owner)).body.current.totals).toMatchObject({ registrations: 10 });
	expect((await read('/lead-time', owner, { series: series.id })).body).toMatchObject({ registrations: 6 });
	const { body: hours } = await read('/registration-hours', owner, { series: series.id });
	const sum = (rows: { registrations: number }[]) =>
		rows.reduce((total, one) => total + one.registrations, 0);
	expect([sum(hours.data), hours.hasMore]).toEqual([6, false]);
	expect(sum((await read('/sources', owner, { series: series.id })).body.data)).toBe(6);
	const { body: funnel } = await read('/funnel', owner, { series: series.id });
	expect(funnel.data).toContainEqual({ step: 'registrations', count: 6 });
	const file = await read('/figures', owner, { series: series.id, format: 'csv' });
	expect(file.headers.get('content-type')).toContain('text/csv');
});

test('a member of chosen events gets the dates that are theirs, and others none', async () => {
	const limited = await makeMember(services, owner.organisationId, 'marketing', [dates[1] as string]);
	const { body } = await read('/figures', limited, { series: series.id });
	expect(body.current.totals).toMatchObject({ registrations: 2 });
	const elsewhere = await makeMember(services, owner.organisationId, 'marketing', [randomUUID()]);
	const stranger = await makeUser(services);
	for (const path of ['/figures', '/lead-time', '/registration-hours', '/arrivals', '/sources', '/funnel']) {
		expect((await read(path, elsewhere, { series: series.id })).status, path).toBe(404);
		expect((await read(path, stranger, { series: series.id })).status, path).toBe(404);
		const inTheirs = await api.get(`/api/organisations/${stranger.organisationId}${path}`, {
			token: stranger.token,
			query: { ...range, series: series.id },
		});
		expect(inTheirs.status, path).toBe(404);
		expect((await read(path, owner, { series: 'all' })).status, path).toBe(400);
	}
});

test('arrivals of a series are counted from the start of each date', async () => {
	for (const [at, minutes] of [
		[0, -20],
		[1, -25],
		[2, 40],
	] as const)
		await services.database.pool.query(
			`INSERT INTO check_ins (id, organisation_id, event_id, list_id, attendee_id, verdict, method, occurred_at, scanned_at)
			SELECT gen_random_uuid(), a.organisation_id, a.event_id, a.event_id, a.id, 'accepted', 'scan', e.starts_at + make_interval(mins => $2), e.starts_at
			FROM attendees a JOIN events e ON e.organisation_id = a.organisation_id AND e.id = a.event_id WHERE a.event_id = $1 ORDER BY a.id LIMIT 1`,
			[dates[at], minutes],
		);
	await rollUp(services);
	const { body } = await read('/arrivals', owner, { series: series.id });
	expect(body).toEqual({
		data: [
			{ minute: -30, checkedIn: 2 },
			{ minute: 30, checkedIn: 1 },
		],
		outside: 0,
		events: 3,
		hasMore: false,
	});
});

test('a date has its last four earlier dates that are over beside it, the latest first', async () => {
	const earlierOf = async (date: string | undefined, by: { token: string }) =>
		(await api.get(`/api/events/${date}/figures/days`, { token: by.token })).body;
	expect(await earlierOf(dates[6], owner)).toMatchObject({
		seriesId: series.id,
		earlierDates: [dates[4], dates[3], dates[2], dates[1]],
	});
	expect((await earlierOf(dates[1], owner)).earlierDates).toEqual([dates[0]]);
	const limited = await makeMember(services, owner.organisationId, 'marketing', [
		dates[5] as string,
		dates[2] as string,
	]);
	expect((await earlierOf(dates[5], limited)).earlierDates).toEqual([dates[2]]);
});
