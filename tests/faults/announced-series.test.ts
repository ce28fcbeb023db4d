import { describe, expect, test } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { seriesAnnouncePoller } from '#server/domain/series/changes/announce.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { bookDate, makeTuesdays, publishDates } from '#tests/factories/series.ts';
import {
	announceDying,
	announcementPoints,
	forgetMailKeys,
	onOtherDatabase,
	withoutTransaction,
} from '#tests/support/announcement-faults.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { createChance, isLong, takesTurn } from '#tests/support/seed.ts';
import type { CrashPoint, GuardCut } from '#tests/support/server-faults.ts';
import { useServerProcesses } from '#tests/support/server-process.ts';

/**
 * A worker ends as by `kill -9` between the claim of a change of several dates and the end of writing its emails. Another worker continues:
 * each address gets one email, however many dates and orders it has.
 */
const database = useTestDatabase();
const start = useServerProcesses();
const claim = 'update "event_series_changes" set "notified_at"';

/** Changes the place of twelve dates with guests, kills a worker at a point of the announcement, and has another one do the rest. */
async function announce(on: Database, crashAt: CrashPoint, guardCuts?: GuardCut[]) {
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
	await announceDying(start, services, {
		table: 'event_series_changes',
		id: body.change.id,
		poller: seriesAnnouncePoller,
		crashAt,
		guardCuts,
	});
	const { rows } = await on.pool.query(
		`SELECT lower(recipient) AS recipient FROM mails
		WHERE template = 'events/series-changed' AND props->>'seriesChangeId' = $1 ORDER BY 1`,
		[body.change.id],
	);
	return rows.map(({ recipient }) => recipient as string);
}

const all = announcementPoints(claim);
const points = isLong ? all : [createChance('announced series').pick(all)];

test.each(points.map((point) => [`${point.when} "${point.statement}"`, point] as const))(
	'a worker that dies %s: each address gets one email about all its dates',
	async (_, point) => {
		expect(await announce(database(), point)).toEqual(['ada@example.org', 'grace@example.org']);
	},
);

describe('the tests above can fail', () => {
	const isTried = takesTurn('controls of announced series', ['claim', 'keys']);

	test.skipIf(!isTried('claim'))(
		'a claim without a transaction loses the emails when its worker dies',
		async () => {
			await onOtherDatabase(async (unguarded) => {
				expect(await announce(unguarded, { statement: claim, when: 'after' }, withoutTransaction)).toEqual(
					[],
				);
			});
		},
	);

	test.skipIf(!isTried('keys'))(
		'emails without their keys are written for each date, and twice',
		async () => {
			await onOtherDatabase(async (unguarded) => {
				await forgetMailKeys(unguarded);
				const dying = await announce(unguarded, { statement: 'SET dispatched_at', when: 'before' });
				// Ada has a ticket for twelve dates and Grace for two, and both workers wrote for all of them.
				expect(dying).toEqual([...Array(24).fill('ada@example.org'), ...Array(4).fill('grace@example.org')]);
			});
		},
	);
});
