import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { cardToken, holdTickets, makePricedEvent } from '#tests/factories/money.ts';
import { insertTicketType } from '#tests/factories/tickets.ts';
import { rollUp } from '#tests/support/figures.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance } from '#tests/support/seed.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { addUpDays } from '../add-up-days.ts';
import { figureChecks } from './checks.ts';
import { findChanges } from './find-changes.ts';
import { recountDays, recountMarked } from './recount.ts';

const { services, api, owner, query } = useTestOwner();
const { signal } = new AbortController();

beforeAll(async () => {
	await findChanges.run(services, signal);
});

const scan = (door: Door, code: string) =>
	api.post(`/api/staff-access/checkin/${door.token}`, { guestQrData: code, nonce: randomUUID() });
const track = (path: string, name = 'page_view', search = '', browser = 'A') =>
	api.post(
		'/api/analytics/track',
		{ name, properties: { path, search, timestamp: '2027-01-01T10:00:00Z' } },
		{ headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x64) Chrome/140.0 ${browser}` } },
	);
/** Sums of the days of an event or, by its own id, of an organisation. */
async function figuresOf(scope: string) {
	const [row] = await query(
		`SELECT sum(views)::int AS views, sum(visitors)::int AS visitors, sum(forms)::int AS forms, sum(orders)::int AS orders,
			sum(tickets)::int AS tickets, sum(cancelled)::int AS cancelled, sum(attended)::int AS attended, sum(checked_in)::int AS "checkedIn"
		FROM event_day_figures WHERE scope_id = $1 AND currency = ''`,
		[scope],
	);
	return row;
}

test('the very first check-in of a database is found', async () => {
	const door = await makeDoor({ services, api, owner: await makeUser(services) }, { guests: 1 });
	await rollUp(services);
	expect(await query('SELECT id FROM check_ins')).toEqual([]);
	expect((await scan(door, door.guests[0]?.code ?? '')).status).toBe(200);
	await rollUp(services);
	expect(await figuresOf(door.event)).toMatchObject({ attended: 1, checkedIn: 1 });
});

test('views, forms, registrations, cancelled tickets and check-ins are counted, for the event and its organisation', async () => {
	const host = await makeUser(services);
	const door = await makeDoor({ services, api, owner: host }, { guests: 4 });
	const path = `/events/${door.event}`;
	await track(path, 'page_view', '?utm_source=Mail&utm_medium=email&utm_campaign=May');
	await track(path, 'page_view', '', 'B');
	await track(path, 'registration_opened', '', 'B');
	for (const guest of door.guests.slice(0, 2)) expect((await scan(door, guest.code)).status).toBe(200);
	await rollUp(services);
	const counted = {
		...{ views: 2, visitors: 2, forms: 1, orders: 4, tickets: 4, cancelled: 0, attended: 2, checkedIn: 2 },
	};
	expect(await figuresOf(door.event)).toEqual(counted);
	expect(await figuresOf(host.organisationId)).toEqual(counted);

	// What is taken back: one entry, one ticket of a guest who is inside.
	const undone = await api.post(`/api/staff-access/undo/${door.token}`, {
		guestId: door.guests[0]?.id,
		nonce: randomUUID(),
	});
	expect(undone.status, JSON.stringify(undone.body)).toBeLessThan(300);
	await rollUp(services);
	expect(await figuresOf(door.event)).toEqual({ ...counted, attended: 1, checkedIn: 1 });
	await expectInvariants(services);
});

test('money of a day is that of its books, by currency and source', async () => {
	const event = await makePricedEvent(services, api, await makeUser(services));
	const order = await holdTickets(api, event, 2);
	const paid = await api.post(
		`/api/orders/${order.manageToken}/payments`,
		{ method: 'card', confirmationToken: await cardToken(api), quoteHash: order.quoteHash },
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	expect(paid.status, JSON.stringify(paid.body)).toBe(201);
	await rollUp(services);
	const revenue = await api.get(`/api/events/${event.id}/revenue`, { token: event.owner.token });
	const [row] = await query(
		`SELECT sum(sold_minor - refunded_minor)::int AS gross, sum(sold_minor - refunded_minor - tax_minor - fees_minor)::int AS net
		FROM event_day_figures WHERE scope_id = $1 AND currency = 'EUR'`,
		[event.organisationId],
	);
	expect(row).toEqual({ gross: 4_800, net: revenue.body.data[0].netMinor });
	const [source] = await query(
		`SELECT net_minor::int AS net FROM event_day_sources WHERE scope_id = $1 AND currency = 'EUR'`,
		[event.id],
	);
	expect(source.net).toBe(row.net);
	await expectInvariants(services);
});

test('the check names a day that differs from its rows', async () => {
	const door = await makeDoor({ services, api, owner }, { guests: 2 });
	await rollUp(services);
	await query(`UPDATE event_day_figures SET tickets = tickets + 1 WHERE scope_id = $1`, [door.event]);
	const found = (await Promise.all(figureChecks.map((check) => check.run(services)))).flat();
	expect(found.filter((line) => line.startsWith(door.event))).toHaveLength(1);
	// Counting again puts it right.
	await query(`UPDATE figure_feed SET snapshot = '1:1:'`);
	await rollUp(services);
	await query(`DELETE FROM figure_feed`);
	await rollUp(services);
	await expectInvariants(services);
});

test('a change that commits after a later one is found', async () => {
	const door = await makeDoor({ services, api, owner }, { guests: 2 });
	await rollUp(services);
	const client = await services.database.pool.connect();
	try {
		await client.query('BEGIN');
		await client.query(
			`INSERT INTO check_ins (id, organisation_id, event_id, list_id, attendee_id, verdict, method, scanned_at)
			VALUES ($1, $2, $3, $3, $4, 'accepted', 'manual', now())`,
			[randomUUID(), owner.organisationId, door.event, door.guests[0]?.id],
		);
		expect((await scan(door, door.guests[1]?.code ?? '')).status).toBe(200);
		await rollUp(services);
		expect(await figuresOf(door.event)).toMatchObject({ checkedIn: 1 });
		await client.query('COMMIT');
	} finally {
		client.release();
	}
	await rollUp(services);
	expect(await figuresOf(door.event)).toMatchObject({ checkedIn: 2, attended: 2 });
});

test('a day of a busy event waits before it is counted again', async () => {
	const event = await makeEvent(services, owner, { isPublished: true });
	await track(`/events/${event.id}`);
	await recountMarked(services);
	await track(`/events/${event.id}`, 'page_view', '', 'B');
	await query('UPDATE figure_marks SET due_at = now() - make_interval(secs => 1)');
	expect(await recountDays.run(services, signal)).toBe(0);
	await query(`UPDATE event_day_figures SET made_at = now() - interval '11 seconds'`);
	expect(await recountDays.run(services, signal)).toBe(1);
	expect(await figuresOf(event.id)).toMatchObject({ views: 2 });
});

test('days are those of the zone, also where clocks go back over midnight; a new zone moves them', async () => {
	const zones = ['Pacific/Kiritimati', 'Etc/GMT+12', 'America/Havana', 'America/Sao_Paulo', 'Africa/Cairo'];
	const chance = createChance('days of zones');
	const wrong: unknown[] = [];
	for (const zone of zones) {
		wrong.push(
			...(await query(
				`SELECT at, day FROM (SELECT at, foyer_day(at, $1) AS day FROM generate_series(timestamptz '2017-01-01' + $2 * interval '1 second',
					timestamptz '2019-01-01', interval '29 minutes') AS at) AS x
				WHERE NOT (at >= foyer_day_start(day, $1) AND at < foyer_day_start(day + 1, $1))`,
				[zone, chance.between(0, 1_000)],
			)),
		);
	}
	expect(wrong).toEqual([]);
	// A zone that the database does not know counts as UTC.
	const [unknown] = await query(`SELECT foyer_day('2026-05-01T23:30Z', 'Mars/Olympus')::text AS day`);
	expect(unknown).toEqual({ day: '2026-05-01' });

	const event = await makeEvent(services, owner, { isPublished: true });
	const scope = { organisationId: owner.organisationId, eventId: event.id };
	const { ticketTypeId } = await insertTicketType(services.database, scope);
	await api.post(`/api/events/${event.id}/orders`, {
		buyer: { name: 'Ada', email: 'ada@example.org' },
		items: [{ ticketTypeId, quantity: 1 }],
	});
	await rollUp(services);
	for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
		const read = await api.get(`/api/events/${event.id}`, { token: owner.token });
		const moved = await api.patch(
			`/api/events/${event.id}`,
			{ timeZone },
			{ token: owner.token, headers: { 'If-Match': read.headers.get('etag') ?? '' } },
		);
		expect(moved.status, JSON.stringify(moved.body)).toBe(200);
		await rollUp(services);
		const days = await query(
			`SELECT f.on_day::text AS day, foyer_day(o.confirmed_at, $2)::text AS expected FROM event_day_figures f JOIN orders o ON o.event_id = f.scope_id
			WHERE f.scope_id = $1 AND f.orders > 0`,
			[event.id, timeZone],
		);
		expect(days).toHaveLength(1);
		expect(days[0].day).toBe(days[0].expected);
	}
	await expectInvariants(services);
});

test('visitors of past days stay when their marks are gone', async () => {
	const event = await makeEvent(services, owner, { isPublished: true });
	for (const browser of ['A', 'B'])
		await track(`/events/${event.id}`, 'page_view', '?utm_source=poster', browser);
	await query(`UPDATE page_views SET viewed_at = viewed_at - interval '3 days' WHERE event_id = $1`, [
		event.id,
	]);
	// As the worker would have counted it on the day itself.
	await query('UPDATE figure_marks SET on_day = on_day - 3 WHERE scope_id = $1', [event.id]);
	await query(
		`INSERT INTO event_day_figures (organisation_id, scope_id, on_day, views, visitors, made_at)
		SELECT organisation_id, scope_id, on_day, 2, 2, now() FROM figure_marks WHERE scope_id = $1`,
		[event.id],
	);
	await addUpDays(services);
	expect(await query('SELECT visitor FROM page_views WHERE event_id = $1', [event.id])).toEqual([
		{ visitor: null },
		{ visitor: null },
	]);
	await query(
		`INSERT INTO figure_marks SELECT organisation_id, scope_id, on_day, now() FROM event_day_figures WHERE scope_id = $1 ON CONFLICT DO NOTHING`,
		[event.id],
	);
	await recountMarked(services);
	expect(await figuresOf(event.id)).toMatchObject({ views: 2, visitors: 2 });
});

test('a deleted event leaves no figures behind', async () => {
	const event = await makeEvent(services, owner);
	await query(
		`INSERT INTO event_day_figures (organisation_id, scope_id, on_day, views, made_at) VALUES ($1, $2, '2026-01-01', 3, now())`,
		[owner.organisationId, event.id],
	);
	expect(
		(await api.call('DELETE', `/api/events/${event.id}`, undefined, { token: owner.token })).status,
	).toBe(204);
	await rollUp(services);
	expect(await query('SELECT FROM event_day_figures WHERE scope_id = $1', [event.id])).toEqual([]);
	await expectInvariants(services);
});

test('invented sources of a day are put together', async () => {
	const event = await makeEvent(services, owner, { isPublished: true });
	await query(
		`INSERT INTO page_views (id, path, organisation_id, event_id, source, device, visitor)
		SELECT gen_random_uuid(), '/events/:event', $1, $2, 'made-up-' || n, 'desktop', int8send(n) FROM generate_series(1::bigint, 260) AS n`,
		[owner.organisationId, event.id],
	);
	await track(`/events/${event.id}`);
	await recountMarked(services);
	const [row] = await query(
		`SELECT count(*)::int AS rows, sum(views)::int AS views, max(views) FILTER (WHERE source = '(other)') AS other
		FROM event_day_sources WHERE scope_id = $1`,
		[event.id],
	);
	expect(row).toEqual({ rows: 201, views: 261, other: 61 });
});

test('an event with very many orders over months is counted within a round, days with gaps too', async () => {
	const host = await makeUser(services);
	const event = await makeEvent(services, host, { isPublished: true, timeZone: 'UTC' });
	const orders = 30_000;
	const daysOfSale = 96;
	await query(
		`INSERT INTO orders (id, organisation_id, event_id, code, status, source, buyer_name, buyer_email, currency, confirmed_at, created_at)
		SELECT (lpad(to_hex(floor(extract(epoch FROM at))::bigint * 1000), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid,
			$1, $2, 'M' || n, 'confirmed', 'web', 'Ada', 'ada@example.org', 'EUR', at + CASE WHEN n % 10 = 0 THEN interval '1 minute' ELSE interval '0' END, at
		FROM (SELECT n, date_trunc('day', now(), 'UTC') - (n % ${daysOfSale} + 1) * interval '1 day' + interval '12 hours' AS at
			FROM generate_series(1, ${orders}) AS n) AS sold`,
		[host.organisationId, event.id],
	);
	const mark = (step: number) =>
		query(
			`INSERT INTO figure_marks SELECT $1, $2, day::date, now() - interval '1 minute' FROM generate_series(
				date_trunc('day', now(), 'UTC') - interval '${daysOfSale} days', date_trunc('day', now(), 'UTC'), $3 * interval '1 day') AS day
			ON CONFLICT DO NOTHING`,
			[host.organisationId, event.id, step],
		);
	const countedOn = async () =>
		(
			await query('SELECT orders FROM event_day_figures WHERE scope_id = $1 AND orders > 0 ORDER BY on_day', [
				event.id,
			])
		).map((row) => row.orders);
	const soldOn = (
		await query(
			'SELECT count(*)::int AS n FROM orders WHERE event_id = $1 GROUP BY created_at ORDER BY created_at',
			[event.id],
		)
	).map(({ n }) => n);
	await mark(7);
	await recountMarked(services);
	expect(await countedOn()).toEqual(soldOn.filter((_, at) => at % 7 === 0));
	await mark(1);
	const startMs = performance.now();
	await recountMarked(services);
	// Read once for each day, it took minutes.
	expect(performance.now() - startMs).toBeLessThan(5_000);
	expect(await countedOn()).toEqual(soldOn);
	await query('DELETE FROM orders WHERE event_id = $1', [event.id]);
});

test('days that an older version counted are counted again', async () => {
	const door = await makeDoor({ services, api, owner: await makeUser(services) }, { guests: 2 });
	await rollUp(services);
	await query('UPDATE event_day_figures SET version = 0, web_orders = 0 WHERE scope_id = $1', [door.event]);
	await rollUp(services);
	expect(
		await query('SELECT version, web_orders FROM event_day_figures WHERE scope_id = $1', [door.event]),
	).toEqual([{ version: 2, web_orders: 2 }]);
});
