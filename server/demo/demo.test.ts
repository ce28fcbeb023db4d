import { beforeAll, expect, test } from 'vitest';
import { organisationTables } from '#server/db/organisation-tables.ts';
import { listDueGifts } from '#server/domain/fundraisers/gift-aid/due-gifts.ts';
import { listMessages } from '#server/domain/messages/queries.ts';
import { invariantChecks } from '#server/domain/modules.ts';
import { planReport } from '#server/domain/reports/plan-query.ts';
import { readSummary } from '#server/domain/reports/read-report.ts';
import { WALK_IN } from '#shared/rules/door-sales.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { rollUp } from '#tests/support/figures.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { demoContent } from './content.ts';
import { hasDemo, loadDemo } from './load-demo.ts';
import { demoPeople, demoPerson } from './people.ts';
import { removeDemo } from './remove-demo.ts';

const { database, services } = useTestApi();

const count = async (statement: string) =>
	Number((await database().pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${statement}`)).rows[0]?.n);

beforeAll(async () => {
	// A worker has looked before: what happened before its first look is not counted anew.
	await rollUp(services);
});

test('the demo has three organisations, a year of events in all states and more than a thousand guests', async () => {
	const loaded = await loadDemo(services);
	expect(loaded).toMatchObject({ organisations: 3, events: 63 });
	expect(loaded.guests).toBeGreaterThan(1_000);
	const states = new Set(demoContent.flatMap(({ events }) => events.map(({ state }) => state)));
	expect(states).toEqual(new Set(['draft', 'published', 'cancelled', 'postponed', 'archived']));
	const arrived = demoContent
		.flatMap(({ events }) => events)
		.reduce((sum, one) => sum + (one.checkedIn ?? 0), 0);
	expect(await count("check_ins WHERE verdict = 'accepted'")).toBe(arrived);
	expect(await hasDemo(services)).toBe(true);
	for (const check of invariantChecks)
		expect([check.name, await check.run(services)]).toEqual([check.name, []]);
});

test('its gala has raised money in every way, with receipts and Gift Aid to claim', async () => {
	const { rows } = await database().pool.query(
		`SELECT raised_minor::int AS raised, offline_minor::int AS offline, matched_minor::int AS matched, donors FROM fundraisers`,
	);
	// 305.00 beside seats and 55.00 of each seat; sponsored by half up to 500.00.
	const seats = await count(
		"attendees a JOIN ticket_types t ON t.id = a.ticket_type_id WHERE t.name = 'Seat at the gala'",
	);
	expect(seats).toBeGreaterThan(20);
	expect(rows).toEqual([{ raised: 67_500 + seats * 5_500, offline: 37_000, matched: 50_000, donors: 24 }]);
	expect(await count("documents WHERE kind = 'gift_receipt'")).toBe(9);
	expect(await count('fundraiser_pages WHERE raised_minor > 0')).toBe(5);
	const [charity] = (await database().pool.query('SELECT organisation_id AS id FROM fundraisers')).rows;
	const due = await listDueGifts(services.database.db, charity.id, {
		...{ now: services.clock.now(), limit: 50, order: 'id' },
	});
	expect(due).toHaveLength(4);
});

test('it has gift cards: one pays for an order, one is blocked, one has lapsed, one is sent in a month', async () => {
	const { rows } = await database().pool.query(`
		SELECT state, origin, issued_minor::int AS issued, balance_minor::int < issued_minor AS "isUsed",
			sent_at IS NULL AND send_at > now() + interval '25 days' AS "isToSend" FROM gift_cards ORDER BY id`);
	const unused = { state: 'active', isUsed: false, isToSend: null };
	expect(rows).toEqual([
		{ ...unused, state: 'lapsed', origin: 'given', issued: 2_000, isUsed: true },
		{ ...unused, origin: 'given', issued: 5_000, isUsed: true },
		{ ...unused, state: 'blocked', origin: 'cash', issued: 10_000 },
		{ ...unused, origin: 'transfer', issued: 7_500 },
		{ ...unused, origin: 'bought', issued: 2_500, isToSend: true },
	]);
	expect(
		await count(
			"payments p JOIN orders o ON o.id = p.subject_id WHERE p.method = 'gift_card' AND o.status = 'confirmed'",
		),
	).toBe(1);
	expect(await count('gift_cards WHERE sent_at IS NOT NULL')).toBe(0);
});

test('its figures are those of its orders, day by day', async () => {
	await rollUp(services);
	const { rows } = await database().pool.query(`
		SELECT coalesce(f.orders, 0) AS said, coalesce(o.orders, 0) AS counted
		FROM (SELECT scope_id, on_day, orders FROM event_day_figures WHERE currency = '' AND scope_id <> organisation_id AND orders > 0) AS f
		FULL JOIN (
			SELECT o.event_id AS scope_id, foyer_day(o.confirmed_at, e.time_zone) AS on_day, count(*)::int AS orders
			FROM orders o JOIN events e ON e.id = o.event_id WHERE o.confirmed_at IS NOT NULL GROUP BY 1, 2
		) AS o USING (scope_id, on_day)`);
	expect(rows.length).toBeGreaterThan(50);
	expect(rows.filter(({ said, counted }) => said !== counted)).toEqual([]);
});

test('its figures go back a year, with visits by source, tracking links and money taken and refunded', async () => {
	await rollUp(services);
	// By thirty days back from today: on the first of a month that month has orders of the night and no visits yet.
	const months = await database().pool.query<{ visitors: number; orders: number }>(`
		SELECT sum(visitors)::int AS visitors, sum(orders)::int AS orders
		FROM event_day_figures WHERE scope_id = organisation_id AND currency = '' AND on_day > current_date - 360
		GROUP BY (current_date - on_day) / 30`);
	expect(months.rows).toHaveLength(12);
	for (const { visitors, orders } of months.rows) expect(visitors).toBeGreaterThanOrEqual(orders);
	const sources = await database().pool.query<{ source: string }>(
		`SELECT DISTINCT source FROM event_day_sources WHERE orders > 0`,
	);
	expect(sources.rows.map(({ source }) => source)).toEqual(
		expect.arrayContaining(['', 'newsletter', 'instagram']),
	);
	const byLink = await count(`tracking_links l WHERE EXISTS (
		SELECT FROM event_day_sources s WHERE s.link = l.code AND s.scope_id = l.event_id AND s.visitors > 0)`);
	expect(byLink).toBe(await count('tracking_links'));
	expect(byLink).toBeGreaterThan(4);
	const money = await database().pool.query(`
		SELECT currency, sum(sold_minor)::int AS sold, sum(refunded_minor)::int AS refunded, max(on_day) - min(on_day) > 300 AS is_year
		FROM event_day_figures WHERE scope_id = organisation_id AND currency IN ('EUR', 'CAD') GROUP BY 1 ORDER BY 1`);
	for (const { sold, refunded, is_year } of money.rows) {
		expect(sold).toBeGreaterThan(5 * refunded);
		expect(refunded).toBeGreaterThan(0);
		expect(is_year).toBe(true);
	}
	expect(money.rows).toHaveLength(2);
});

test('a class repeats weekly with dates that differ, a market monthly until it is stopped', async () => {
	const { rows } = await database().pool.query(`
		SELECT s.title, s.is_demo, s.extend_on IS NOT NULL AS is_open, count(*)::int AS dates,
			count(*) FILTER (WHERE e.status = 'cancelled')::int AS cancelled, count(DISTINCT e.venue_name)::int AS places,
			(SELECT count(DISTINCT a.event_id)::int FROM attendees a JOIN events d ON d.id = a.event_id WHERE d.series_id = s.id) AS booked,
			(SELECT count(DISTINCT t.price_minor)::int FROM ticket_types t JOIN events d ON d.id = t.event_id
				WHERE d.series_id = s.id AND t.kind = 'paid') AS prices
		FROM event_series s JOIN events e ON e.series_id = s.id GROUP BY s.organisation_id, s.id ORDER BY s.title`);
	const weekly = { dates: 26, cancelled: 1, places: 2, booked: 9, prices: 2, is_open: false };
	const monthly = { dates: 12, cancelled: 0, places: 1, booked: 0, prices: 0, is_open: true };
	expect(rows).toEqual([
		{ title: 'Life Drawing at the Boathouse', is_demo: true, ...weekly },
		{ title: 'Market on the Pier', is_demo: true, ...monthly },
	]);
});

test('an event is on, with helpers at the door by a staff link and guests still to come', async () => {
	const { rows } = await database().pool.query(`
		SELECT e.title, l.label, l.last_used_at IS NOT NULL AS is_used,
			(SELECT count(*)::int FROM check_ins c WHERE c.staff_link_id = l.id) AS arrived,
			(SELECT count(*)::int FROM attendees a WHERE a.event_id = e.id AND a.status = 'active') AS guests
		FROM staff_links l JOIN events e ON e.id = l.event_id AND now() BETWEEN e.starts_at AND e.ends_at`);
	expect(rows).toEqual([
		{
			title: 'Open Rehearsal: Harbour Choir',
			label: 'Door at the church',
			is_used: true,
			arrived: 41,
			guests: 69,
		},
	]);
});

test('it sells at its door, with a drawer that was counted and one that is open', async () => {
	const { rows } = await database().pool.query(`
		SELECT d.device, d.opened_by, d.counted_minor::int - d.expected_minor::int AS difference,
			(SELECT sum(s.due_minor)::int FROM door_sales s WHERE s.drawer_id = d.id) AS sold
		FROM cash_drawers d ORDER BY d.device`);
	expect(rows).toEqual([
		{ device: 'Main entrance', opened_by: 'Jannis Okoye', difference: null, sold: 1_000 },
		{ device: 'Side entrance', opened_by: 'Rosa Winkler', difference: -200, sold: 1_500 },
	]);
});

test('an event wrote to its guests twice and will again; another has words in its reminder', async () => {
	const { rows } = await database().pool.query(`
		SELECT m.organisation_id AS "organisationId", m.event_id AS "eventId", m.id, m.state FROM guest_messages m ORDER BY m.id DESC`);
	expect(rows.map(({ state }) => state)).toEqual(['scheduled', 'sent', 'sent']);
	const [{ organisationId, eventId }] = rows;
	const place = { organisationId, eventId, seriesId: null };
	const read = await listMessages(services, place, { limit: 20 }, String);
	const [ahead, second, first] = read.data;
	expect(Date.parse(ahead?.sendAt ?? '')).toBeGreaterThan(Date.now() + 86_400_000);
	expect(first?.counts).toMatchObject({ bounced: 1, waiting: 0, sent: (first?.counts.addresses ?? 0) - 1 });
	expect(first?.counts.addresses).toBeGreaterThan(20);
	expect(second?.counts.addresses).toBeGreaterThan(first?.counts.addresses ?? 0);
	expect(second?.author).toBe('Marie Petersen');
	expect(await count('message_rules')).toBe(1);
	expect(
		await count("events WHERE title = 'Songwriters’ Round' AND id IN (SELECT event_id FROM message_rules)"),
	).toBe(1);
});

test('a team with four more roles, one of them for a single event, and a report for all of it', async () => {
	const { rows } = await database().pool.query(`
		SELECT m.role, u.email, cardinality(m.event_ids) AS events FROM memberships m JOIN users u ON u.id = m.user_id
		JOIN organisations o ON o.id = m.organisation_id WHERE o.name = 'Harbour Lights' ORDER BY m.role`);
	expect(rows.map(({ role, events }) => [role, events])).toEqual([
		['check_in', 1],
		['event_manager', null],
		['finance', null],
		['marketing', null],
		['owner', null],
	]);
	expect(rows.every(({ email }) => email.endsWith('@harbour-lights.example'))).toBe(true);
	const reports = await database().pool.query(
		'SELECT organisation_id, owner_id, sharing, query FROM reports',
	);
	expect(reports.rows).toHaveLength(1);
	const { organisation_id: organisationId, sharing, query } = reports.rows[0];
	expect(sharing).toBe('organisation');
	const rights = { organisationId, can: () => true, eventIds: null };
	const plan = await planReport(services.database.db, query, rights);
	expect(plan.leftOut).toEqual([]);
	const summary = await readSummary(services, plan, { limit: 100 });
	expect(summary.rows.length).toBe(6);
});

test('its guests have names of one language each and addresses that nobody can own', async () => {
	const guests = await database().pool.query<{ name: string; email: string }>(
		'SELECT name, email FROM attendees WHERE name <> $1',
		[WALK_IN],
	);
	expect(guests.rows.filter(({ name }) => !/^\p{Lu}[\p{L}'’]+ \p{Lu}[\p{L}'’]+$/u.test(name))).toEqual([]);
	expect(guests.rows.filter(({ email }) => email !== '' && !/@[a-z]+\.example$/.test(email))).toEqual([]);
	const twice = `SELECT event_id, lower(buyer_email) FROM orders WHERE buyer_email <> '' GROUP BY 1, 2 HAVING count(*) > 1`;
	expect(await count(`(${twice}) AS o`)).toBe(0);
	// Some come again to the next event.
	expect(new Set(guests.rows.map(({ name }) => name)).size).toBeLessThan(guests.rows.length);
});

test('money came when it was ordered: payments, refunds and books are as old as their orders', async () => {
	const off = `ledger_transfers t JOIN orders o ON o.id = t.subject_id
		WHERE t.occurred_at < o.confirmed_at OR t.occurred_at > o.confirmed_at + interval '6 days'`;
	expect(await count(off)).toBe(0);
	expect(await count("ledger_transfers WHERE occurred_at < now() - interval '300 days'")).toBeGreaterThan(20);
	expect(await count("refunds WHERE state = 'succeeded'")).toBe(
		demoContent.flatMap(({ events }) => events).reduce((sum, { sales }) => sum + (sales?.refunds ?? 0), 0),
	);
	expect(
		await count('refunds r JOIN payments p ON p.id = r.payment_id WHERE r.created_at < p.created_at'),
	).toBe(0);
});

test('its guests registered in the order in which lists show them', async () => {
	expect(
		await count(`(
			SELECT created_at < lag(created_at) OVER (PARTITION BY event_id ORDER BY id) AS is_back FROM attendees
		) AS guests WHERE is_back`),
	).toBe(0);
});

test('its registrations are spread over the days before the start, its arrivals around it', async () => {
	const ofEvent = 'JOIN events e ON e.id = event_id';
	expect(
		await count(
			`orders o ${ofEvent} WHERE (o.confirmed_at > e.starts_at AND o.source <> 'door') OR o.confirmed_at > now()`,
		),
	).toBe(0);
	const byEvent = 'SELECT event_id FROM orders GROUP BY 1 HAVING count(*) > 20';
	expect(await count(`(${byEvent}) AS busy`)).toBeGreaterThan(5);
	expect(await count(`(${byEvent} AND count(DISTINCT confirmed_at::date) < 5) AS crowded`)).toBe(0);
	const around = `e.starts_at - interval '1 hour' AND e.starts_at + interval '90 minutes'`;
	expect(await count(`check_ins c ${ofEvent} WHERE c.occurred_at NOT BETWEEN ${around}`)).toBe(0);
});

test('it owes nobody a mail and is loaded once', async () => {
	expect(await count('facts')).toBe(0);
	expect(await count('mails')).toBe(0);
	await expect(loadDemo(services)).rejects.toMatchObject({ metadata: { rule: 'demo-loaded' } });
});

test('it is the same when it is loaded again', async () => {
	const read = async () =>
		(
			await database().pool.query(`
				SELECT e.title, o.buyer_email, o.total_minor::int, o.status, o.came_by, o.confirmed_at::date AS on_day
				FROM orders o JOIN events e ON e.id = o.event_id WHERE e.ends_at < now() OR o.total_minor > 0 ORDER BY 1, 2, 3`)
		).rows;
	const first = await read();
	await removeDemo(services);
	await loadDemo(services);
	const again = await read();
	expect(again.length).toBeGreaterThan(800);
	expect(again.map(({ on_day, ...row }) => row)).toEqual(first.map(({ on_day, ...row }) => row));
});

test('removing it leaves no row of it, and everything of others', async () => {
	const user = await makeUser(services);
	await makeEvent(services, user);
	await removeDemo(services);
	await removeDemo(services);
	expect(await count('organisations')).toBe(1);
	expect(await count('events')).toBe(1);
	for (const table of organisationTables) {
		expect([table, await count(`${table} WHERE organisation_id <> '${user.organisationId}'`)]).toEqual([
			table,
			0,
		]);
	}
	expect(await hasDemo(services)).toBe(false);
});

test('every table of an organisation is on the list', async () => {
	const { rows } = await database().pool.query<{ table_name: string }>(
		`SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'organisation_id'
			AND table_name NOT IN (SELECT table_name FROM information_schema.views)`,
	);
	expect([...organisationTables].sort()).toEqual(rows.map((row) => row.table_name).sort());
});

test('a table comes before those it points at', async () => {
	const { rows } = await database().pool.query<{ from: string; to: string }>(
		`SELECT DISTINCT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to" FROM pg_constraint
		WHERE contype = 'f' AND conrelid <> confrelid`,
	);
	const place = (table: string) => (organisationTables as readonly string[]).indexOf(table);
	const late = rows.filter(({ from, to }) => place(to) >= 0 && place(from) > place(to));
	expect(late).toEqual([]);
	expect(rows.length).toBeGreaterThan(10);
});

test('people are all different', () => {
	const people = Array.from({ length: demoPeople }, (_, n) => demoPerson(n));
	expect(new Set(people.map(({ email }) => email)).size).toBe(demoPeople);
	expect(demoPeople).toBeGreaterThan(1_500);
});
