import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { readSettings, writeSettings } from '#server/domain/door-sales/settings.ts';
import { bySystem } from '#server/domain/events/changes/author.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { makeSeries } from './commands/make-series.ts';
import { publishSeries } from './commands/publish-series.ts';

/** Dates are made together: each has all that its series says, and many need as many statements as few. */

const { services, api, owner, query } = useTestOwner({ isFresh: true });

afterEach(() => vi.restoreAllMocks());

const repeat = (count: number) => ({ rule: 'FREQ=DAILY', count });

/** An event with two ticket types that share a capacity, a price, and a question that another one shows. */
async function makeRichEvent(more: object = {}) {
	const made = await api.post(
		'/api/events',
		{
			title: 'Pottery',
			startsAtLocal: '2031-01-07T19:30',
			timeZone: 'Europe/Berlin',
			pools: [{ key: 'room', name: 'Room', size: 20 }],
			tickets: [
				{ key: 'seat', name: 'Seat', kind: 'paid', priceMinor: 1_500, capacity: 12, sharedPool: 'room' },
				{ key: 'stand', name: 'Standing', kind: 'free', sharedPool: 'room' },
			],
			...more,
		},
		{ token: owner.token },
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	const ask = async (question: object) => {
		const asked = await api.post(`/api/events/${made.body.id}/questions`, question, { token: owner.token });
		expect(asked.status, JSON.stringify(asked.body)).toBe(201);
		return asked.body.id as string;
	};
	const first = await ask({ label: 'Have you done this before?', kind: 'consent' });
	await ask({
		label: 'Where?',
		kind: 'text',
		shownWhen: { questionId: first, equals: 'yes' },
	});
	return { organisationId: owner.organisationId, eventId: made.body.id as string };
}

const makeDaily = (scope: { organisationId: string; eventId: string }, count: number) =>
	services.database.transaction((tx) =>
		makeSeries(services, tx, { ...scope, repeat: repeat(count), booking: 'each', userId: owner.userId }),
	);

test('each date has ticket types, shared capacities, questions, prices and door sales of its own', async () => {
	const scope = await makeRichEvent();
	await writeSettings(services, scope, { ticketTypeIds: null, ways: ['cash'], allotmentSize: 3 });
	const seriesId = await makeDaily(scope, 5);
	const dates = await query<{ id: string }>(
		`SELECT e.id, e.min_price_minor::int AS min, e.max_price_minor::int AS max,
			(SELECT count(*)::int FROM ticket_types t JOIN capacity_pools p ON p.id = t.pool_id AND p.event_id = e.id AND NOT p.is_shared
				JOIN capacity_pools s ON s.id = t.shared_pool_id AND s.event_id = e.id AND s.size = 20 WHERE t.event_id = e.id) AS types,
			(SELECT count(*)::int FROM capacity_pools p WHERE p.event_id = e.id AND p.is_shared) AS shared,
			(SELECT count(*)::int FROM questions q WHERE q.event_id = e.id) AS questions,
			(SELECT count(*)::int FROM questions q JOIN questions f ON f.id = q.shown_when_question_id AND f.event_id = e.id
				WHERE q.event_id = e.id) AS conditions
		FROM events e WHERE series_id = $1 ORDER BY starts_at`,
		[seriesId],
	);
	const { id: _id, ...own } = dates[0] ?? { id: '' };
	expect(own).toEqual({ min: 0, max: 1_500, types: 2, shared: 1, questions: 2, conditions: 1 });
	expect(dates).toEqual(dates.map(({ id }) => ({ id, ...own })));
	expect(dates).toHaveLength(5);
	for (const { id: eventId } of dates)
		expect(
			await readSettings(services.database.db, { organisationId: scope.organisationId, eventId }),
		).toMatchObject({ ways: ['cash'], allotmentSize: 3 });
	const blueprints = await query(
		`SELECT DISTINCT label, lineage_id FROM questions WHERE event_id <> $1 AND lineage_id IS NOT NULL`,
		[scope.eventId],
	);
	expect(blueprints).toHaveLength(2);
	await expectInvariants(services);
});

test('dates whose names are taken have others', async () => {
	const other = await makeEvent(services, owner, { title: 'Pottery 2031-01-09' });
	const scope = await makeRichEvent();
	const seriesId = await makeDaily(scope, 4);
	const slugs = (
		await query<{ slug: string }>('SELECT slug FROM events WHERE series_id = $1 ORDER BY starts_at', [
			seriesId,
		])
	).map(({ slug }) => slug);
	expect([slugs[1], slugs[3]]).toEqual(['pottery-2031-01-08', 'pottery-2031-01-10']);
	expect(other.slug).toBe('pottery-2031-01-09');
	expect(slugs[2]).toMatch(/^pottery-2031-01-09-[a-z0-9]{4}$/);
});

test('a name that is taken while the dates are made does not hinder them', async () => {
	const scope = await makeRichEvent();
	let isTaken = false;
	// The name is taken after it was looked up: by a row that only the index of names sees.
	await query(`CREATE OR REPLACE FUNCTION test_take_name() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF NEW.slug = 'pottery-2031-01-09' THEN RAISE unique_violation USING CONSTRAINT = 'names_pkey'; END IF; RETURN NEW; END $$`);
	await query(
		'CREATE TRIGGER test_take_name BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION test_take_name()',
	);
	try {
		const seriesId = await makeDaily(scope, 4);
		const rows = await query<{ slug: string; key: string }>(
			'SELECT slug, series_key AS key FROM events WHERE series_id = $1 ORDER BY starts_at',
			[seriesId],
		);
		expect(rows.map(({ key }) => key)).toEqual([
			'2031-01-07/1',
			'2031-01-08/1',
			'2031-01-09/1',
			'2031-01-10/1',
		]);
		expect(rows[2]?.slug).toMatch(/^pottery-2031-01-09-[a-z0-9]{4}$/);
		isTaken = true;
	} finally {
		await query('DROP TRIGGER test_take_name ON events; DROP FUNCTION test_take_name');
	}
	expect(isTaken).toBe(true);
	await expectInvariants(services);
});

test('sixty dates are made and published with as many statements as six', async () => {
	const ask = pg.Client.prototype.query as (...all: unknown[]) => unknown;
	let statements = 0;
	vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...all: unknown[]) {
		statements += 1;
		return ask.apply(this, all);
	} as never);
	const counts: { made: number; published: number }[] = [];
	for (const count of [6, 60]) {
		const scope = await makeRichEvent({ title: `Choir of ${count}` });
		statements = 0;
		const id = await makeDaily(scope, count);
		const made = statements;
		const { organisationId } = owner;
		const author = { isEmailVerified: true } as const;
		statements = 0;
		await publishSeries(services, { organisationId, seriesId: id }, author, bySystem);
		counts.push({ made, published: statements });
		expect(
			await query(`SELECT FROM events WHERE series_id = $1 AND status = 'published'`, [id]),
		).toHaveLength(count);
	}
	expect(counts[1]).toEqual(counts[0]);
});
