import { beforeAll, expect, test } from 'vitest';
import { organisationTables } from '#server/db/organisation-tables.ts';
import { listDueGifts } from '#server/domain/fundraisers/gift-aid/due-gifts.ts';
import { invariantChecks } from '#server/domain/modules.ts';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { rollUp } from '#tests/support/figures.ts';
import { demoContent } from './content.ts';
import { hasDemo, loadDemo } from './load-demo.ts';
import { demoPerson } from './people.ts';
import { removeDemo } from './remove-demo.ts';

const database = useTestDatabase();
let services: Services;
beforeAll(async () => {
	services = await createTestServices(database());
});

const count = async (statement: string) =>
	Number((await database().pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${statement}`)).rows[0]?.n);

beforeAll(async () => {
	// A worker has looked before: what happened before its first look is not counted anew.
	await rollUp(services);
});

test('the demo has three organisations, eleven events in all states and some hundreds of guests', async () => {
	const loaded = await loadDemo(services);
	expect(loaded).toMatchObject({ organisations: 3, events: 11 });
	expect(loaded.guests).toBeGreaterThan(300);
	const states = new Set(demoContent.flatMap(({ events }) => events.map(({ state }) => state)));
	expect(states).toEqual(new Set(['draft', 'published', 'cancelled', 'postponed', 'archived']));
	expect(await count("check_ins WHERE verdict = 'accepted'")).toBe(149);
	expect(await hasDemo(services)).toBe(true);
	for (const check of invariantChecks)
		expect([check.name, await check.run(services)]).toEqual([check.name, []]);
});

test('its gala has raised money in every way, with receipts and Gift Aid to claim', async () => {
	const { rows } = await database().pool.query(
		`SELECT raised_minor::int AS raised, offline_minor::int AS offline, matched_minor::int AS matched, donors FROM fundraisers`,
	);
	// 305.00 beside seats, and 55.00 of each of seven; sponsored by half up to 500.00.
	expect(rows).toEqual([{ raised: 106_000, offline: 37_000, matched: 50_000, donors: 12 }]);
	expect(await count("documents WHERE kind = 'gift_receipt'")).toBe(9);
	expect(await count('fundraiser_pages WHERE raised_minor > 0')).toBe(4);
	const [charity] = (await database().pool.query('SELECT organisation_id AS id FROM fundraisers')).rows;
	const due = await listDueGifts(services.database.db, charity.id, {
		...{ now: services.clock.now(), limit: 50, order: 'id' },
	});
	expect(due).toHaveLength(4);
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
		await count(`orders o ${ofEvent} WHERE o.confirmed_at > e.starts_at OR o.confirmed_at > now()`),
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
	const people = Array.from({ length: 600 }, (_, n) => demoPerson(n));
	expect(new Set(people.map(({ email }) => email)).size).toBe(600);
});
