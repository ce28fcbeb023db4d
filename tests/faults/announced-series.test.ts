import { describe, expect, test } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { announceSeriesDue } from '#server/domain/series/changes/announce.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { bookDate, makeTuesdays, publishDates } from '#tests/factories/series.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { createTestDatabase, useTestDatabase } from '#tests/support/database.ts';
import { createChance, isLong, takesTurn } from '#tests/support/seed.ts';
import type { CrashPoint, GuardCut } from '#tests/support/server-faults.ts';
import { testDatabaseUrl, useServerProcesses } from '#tests/support/server-process.ts';

/**
 * A worker ends as by `kill -9` between the claim of a change of several dates and the end of writing its emails. Another worker continues:
 * each address gets one email, however many dates and orders it has.
 */
const database = useTestDatabase();
const start = useServerProcesses();
const signal = new AbortController().signal;
const claim = 'update "event_series_changes" set "notified_at"';

/** Changes the place of twelve dates with guests, kills a worker at a point of the announcement, and has another one do the rest. */
async function announceDying(on: Database, crashAt: CrashPoint, guardCuts?: GuardCut[]) {
	const services = await createTestServices(on);
	const api = createTestApi(services);
	const { token } = await makeUser(services);
	const series = await makeTuesdays(api, token, 12);
	await publishDates(api, token, series);
	for (const { id } of series.dates) await bookDate(api, id, 'ada@example.org');
	for (const { id } of series.dates.slice(0, 2)) await bookDate(api, id, 'Grace@example.org');
	const { body } = await api.patch(
		`/api/series/${series.id}/dates`,
		{ scope: 'all', from: series.dates[0]?.id, changes: { event: { venueName: 'Town Hall' } } },
		{ token },
	);
	expect(body.change).toMatchObject({ notify: true, guests: 2 });
	// Only the announcement may reach the point.
	while ((await factPoller.run(services, signal)) > 0);
	const victim = await start({
		databaseUrl: testDatabaseUrl(on),
		role: 'worker',
		...(guardCuts && { guardCuts }),
	});
	await victim.order({ crashAt });
	await on.pool.query(
		'UPDATE event_series_changes SET notify_at = now() - make_interval(secs => 1) WHERE id = $1',
		[body.change.id],
	);
	await victim.ended();
	// A claim ends after two minutes.
	await on.pool.query(
		'UPDATE facts SET next_attempt_at = now() - make_interval(secs => 1) WHERE dispatched_at IS NULL',
	);
	// The database notices only after a moment that the worker is gone, which may hold the change until then.
	const waiting = async () => {
		while ((await announceSeriesDue(services)) > 0);
		const { rowCount } = await on.pool.query(
			'SELECT FROM event_series_changes WHERE id = $1 AND notified_at IS NULL',
			[body.change.id],
		);
		return rowCount;
	};
	await expect.poll(waiting).toBe(0);
	while ((await factPoller.run(services, signal)) > 0);
	const { rows } = await on.pool.query(
		`SELECT lower(recipient) AS recipient FROM mails
		WHERE template = 'events/series-changed' AND props->>'seriesChangeId' = $1 ORDER BY 1`,
		[body.change.id],
	);
	return rows.map(({ recipient }) => recipient as string);
}

const all: CrashPoint[] = [
	{ statement: claim, when: 'before' },
	{ statement: claim, when: 'after' },
	{ statement: 'commit', when: 'before', following: claim },
	{ statement: 'commit', when: 'after', following: claim },
	{ statement: 'insert into "mails"', when: 'before' },
	{ statement: 'insert into "mails"', when: 'after' },
	{ statement: 'SET dispatched_at', when: 'before' },
];
const points = isLong ? all : [createChance('announced series').pick(all)];

test.each(points.map((point) => [`${point.when} "${point.statement}"`, point] as const))(
	'a worker that dies %s: each address gets one email about all its dates',
	async (_, point) => {
		expect(await announceDying(database(), point)).toEqual(['ada@example.org', 'grace@example.org']);
	},
);

describe('the tests above can fail', () => {
	const isTried = takesTurn('controls of announced series', ['claim', 'keys']);

	test.skipIf(!isTried('claim'))(
		'a claim without a transaction loses the emails when its worker dies',
		async () => {
			await onOtherDatabase(async (unguarded) => {
				const guardCuts = ['begin', 'commit'].map((word) => ({
					statement: word,
					guard: word,
					without: 'SELECT 1',
				}));
				expect(await announceDying(unguarded, { statement: claim, when: 'after' }, guardCuts)).toEqual([]);
			});
		},
	);

	test.skipIf(!isTried('keys'))(
		'emails without their keys are written for each date, and twice',
		async () => {
			await onOtherDatabase(async (unguarded) => {
				await unguarded.pool.query(`CREATE FUNCTION forget_key() RETURNS trigger LANGUAGE plpgsql
				AS $$ BEGIN NEW.dedupe_key := gen_random_uuid()::text; RETURN NEW; END $$;
				CREATE TRIGGER forget_key BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION forget_key()`);
				const dying = await announceDying(unguarded, { statement: 'SET dispatched_at', when: 'before' });
				// Ada has a ticket for twelve dates and Grace for two, and both workers wrote for all of them.
				expect(dying).toEqual([...Array(24).fill('ada@example.org'), ...Array(4).fill('grace@example.org')]);
			});
		},
	);
});

async function onOtherDatabase(run: (other: Database) => Promise<void>): Promise<void> {
	const other = await createTestDatabase();
	try {
		await run(other);
	} finally {
		await other.drop();
	}
}
