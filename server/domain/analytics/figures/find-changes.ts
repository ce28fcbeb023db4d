import { beginFeed, lookForChanges } from '#server/db/change-feed.ts';
import { committedSince } from '#server/db/commits.ts';
import { bindStatement } from '#server/db/statement.ts';
import type { Poller } from '#server/domain/module.ts';
import { markDays, markEverything } from './marks.ts';

/*
 * Changes that no fact reports, since a scan must not pay for figures: check-ins and those taken back, cancelled and removed
 * tickets, entries of the books. Their rows carry the transaction that wrote them, so each change is found once, however late it
 * was committed (db/commits.ts).
 */

/** Times and numbers only narrow down what is read; transactions last less long than this. */
const slackMinutes = 10;

/** $1 what was seen, $2 when, $3 number of a check-in before that */
const changedGuests = `
	SELECT organisation_id, event_id, attendee_id FROM check_ins
	WHERE sequence > $3::bigint AND attendee_id IS NOT NULL AND ${committedSince('transaction_id', '$1::pg_snapshot')}
	UNION
	SELECT organisation_id, event_id, attendee_id FROM door_changes
	WHERE at > $2::timestamptz - interval '${slackMinutes} minutes' AND ${committedSince('transaction_id', '$1::pg_snapshot')}`;

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
		AND ${committedSince('t.transaction_id', '$1::pg_snapshot')}`),
};

export const findChanges: Poller = {
	name: 'analytics.find-changes',
	idleMs: 2_000,
	async run(services) {
		const { database } = services;
		const done = await lookForChanges(database, 'figure_feed', (tx, since) =>
			tx.execute(bindStatement(markChanges, [since.snapshot, since.at, since.sequence])),
		);
		// On a new, upgraded or restored database everything that happened before is marked.
		if (done === 'to begin') await beginFeed(database, 'figure_feed', () => markEverything(services));
		// The next look is after the pause, whatever was found.
		return 0;
	},
};
