import { beginFeed, type LastLook, lookForChanges } from '#server/db/change-feed.ts';
import type { Tx } from '#server/db/client.ts';
import { committedSince } from '#server/db/commits.ts';
import { bindStatement, plainArray } from '#server/db/statement.ts';
import type { Poller } from '#server/domain/module.ts';
import { delayWork } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { figureVersion } from './day-record.ts';
import { markDays, markEverything, markOrganisation, recountName } from './marks.ts';

/*
 * Changes that no fact reports, since a scan must not pay for figures: check-ins and those taken back, cancelled and removed
 * tickets, entries of the books. Their rows carry the transaction that wrote them, so each change is found once, however late it
 * was committed (db/commits.ts).
 */

/** Times and numbers only narrow down what is read; transactions last less long than this. */
const slackMinutes = 10;

/** Statements within which $1 is what was seen, $2 when, $3 number of a check-in before that, $4 organisations; null: all of them. */
const isWanted = (table: string) => `($4::uuid[] IS NULL OR ${table}.organisation_id = ANY ($4::uuid[]))`;

const changedGuests = `
	SELECT organisation_id, event_id, attendee_id FROM check_ins
	WHERE sequence > $3::bigint AND attendee_id IS NOT NULL AND ${committedSince('transaction_id', '$1::pg_snapshot')} AND ${isWanted('check_ins')}
	UNION
	SELECT organisation_id, event_id, attendee_id FROM door_changes
	WHERE at > $2::timestamptz - interval '${slackMinutes} minutes' AND ${committedSince('transaction_id', '$1::pg_snapshot')} AND ${isWanted('door_changes')}`;

/** Organisations of which anything changed. */
const changedOrganisations = {
	name: 'analytics.changed-organisations',
	text: `SELECT DISTINCT organisation_id AS id FROM (
		SELECT organisation_id FROM (${changedGuests}) AS changed
		UNION ALL
		SELECT organisation_id FROM ledger_transfers t
		WHERE t.created_at > $2::timestamptz - interval '${slackMinutes} minutes'
			AND ${committedSince('t.transaction_id', '$1::pg_snapshot')} AND ${isWanted('t')}
	) AS changed`,
};

const markChanges = {
	name: 'analytics.mark-changes',
	text: markDays(`
	WITH changed AS MATERIALIZED (${changedGuests})
	SELECT c.organisation_id, c.event_id, foyer_day(coalesce(o.confirmed_at, o.created_at), e.time_zone) AS on_day
	FROM changed c
	JOIN attendees a ON a.organisation_id = c.organisation_id AND a.event_id = c.event_id AND a.id = c.attendee_id
	JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
	JOIN events e ON e.organisation_id = c.organisation_id AND e.id = c.event_id
	UNION
	SELECT c.organisation_id, c.event_id, foyer_day(i.occurred_at, e.time_zone)
	FROM changed c
	JOIN check_ins i ON i.organisation_id = c.organisation_id AND i.event_id = c.event_id AND i.attendee_id = c.attendee_id
	JOIN events e ON e.organisation_id = c.organisation_id AND e.id = c.event_id
	UNION
	SELECT f.organisation_id, f.scope_id, f.on_day
	FROM changed c JOIN event_day_figures f ON f.organisation_id = c.organisation_id AND f.scope_id = c.event_id
	WHERE f.currency = '' AND NOT EXISTS (SELECT FROM attendees a
		WHERE a.organisation_id = c.organisation_id AND a.event_id = c.event_id AND a.id = c.attendee_id)
	UNION
	SELECT t.organisation_id, t.event_id, foyer_day(t.occurred_at, e.time_zone)
	FROM ledger_transfers t JOIN events e ON e.organisation_id = t.organisation_id AND e.id = t.event_id
	WHERE t.created_at > $2::timestamptz - interval '${slackMinutes} minutes'
		AND ${committedSince('t.transaction_id', '$1::pg_snapshot')} AND ${isWanted('t')}`),
};

/** A look ends within seconds, however much changed of one organisation: those whose turn does not come are delayed. */
const patience = { all: `SET LOCAL statement_timeout = '3s'`, some: `SET LOCAL statement_timeout = '1s'` };
const patienceMs = 8_000;

/**
 * Marks what changed. When that fails for all together, it is done for half of the organisations, and so on; one for which it fails alone is
 * marked whole later.
 */
async function markChanged(services: Services, tx: Tx, since: LastLook): Promise<void> {
	const mark = (organisations: string[] | null) =>
		tx.transaction(async (part) => {
			await part.execute(bindStatement(markChanges, valuesOf(since, organisations)));
		});
	await tx.execute(patience.all);
	try {
		await mark(null);
		return;
	} catch (error) {
		services.log.warn({ error }, 'analytics.changes-halved');
	}
	await tx.execute(patience.some);
	const { rows } = await tx.execute<{ id: string }>(
		bindStatement(changedOrganisations, valuesOf(since, null)),
	);
	const untilMs = performance.now() + patienceMs;
	const markSome = async (ids: string[]): Promise<void> => {
		if (ids.length === 0) return;
		try {
			if (performance.now() > untilMs) throw new Error('The changes of others took too long.');
			await mark(ids);
		} catch (error) {
			if (ids.length === 1 || performance.now() > untilMs) {
				const failed = ids.map((id) => ({ key: id, organisationId: id }));
				await delayWork(services, recountName, failed, error);
				return;
			}
			const half = Math.ceil(ids.length / 2);
			await markSome(ids.slice(0, half));
			await markSome(ids.slice(half));
		}
	};
	await markSome(rows.map(({ id }) => id));
}

const valuesOf = (since: LastLook, organisations: string[] | null) => [
	...[since.snapshot, since.at, since.sequence],
	organisations && plainArray(organisations),
];

/** Marks all days of organisations whose changes could not be found, once that works again. */
export const recountOrganisations = createFairPoller<{ organisationId: string }>({
	name: recountName,
	idleMs: 5_000,
	...findDue<{ organisationId: string }>(
		'analytics.due-organisations',
		`SELECT organisation_id AS "organisationId" FROM delayed_work
			WHERE poller = '${recountName}' AND next_try_at <= now() AND organisation_id <> ALL ($1::uuid[])
			ORDER BY since LIMIT 20`,
	),
	keyOf: ({ organisationId }) => organisationId,
	async run(services, [{ organisationId }]) {
		await markOrganisation(services, organisationId);
		return 1;
	},
});

/** Days that an older version counted, some at a time; one that is deleted meanwhile is of no event and leaves nothing behind. */
const oldDays = {
	name: 'analytics.mark-old-days',
	text: markDays(`
	SELECT f.organisation_id, f.scope_id AS event_id, f.on_day FROM event_day_figures f
	WHERE f.version < ${figureVersion} AND f.currency = '' AND f.scope_id <> f.organisation_id
		AND NOT EXISTS (SELECT FROM figure_marks m WHERE m.organisation_id = f.organisation_id AND m.scope_id = f.scope_id AND m.on_day = f.on_day)
	LIMIT 500`),
};

async function markOldDays({ database }: Services): Promise<void> {
	await database.pool.query(oldDays);
}

export const findChanges: Poller = {
	name: 'analytics.find-changes',
	idleMs: 2_000,
	async run(services) {
		const { database } = services;
		const done = await lookForChanges(database, 'figure_feed', (tx, since) =>
			markChanged(services, tx, since),
		);
		// On a new, upgraded or restored database everything that happened before is marked.
		if (done === 'to begin') await beginFeed(database, 'figure_feed', () => markEverything(services));
		await markOldDays(services);
		// The next look is after the pause, whatever was found.
		return 0;
	},
};
