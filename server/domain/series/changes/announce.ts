import { and, eq, sql } from 'drizzle-orm';
import { eventSeriesChanges } from '#server/db/tables/series.ts';
import { claimSets } from '#server/domain/events/changes/change-many.ts';
import { lockEvents } from '#server/domain/events/event-rows.ts';
import type { Fact } from '#server/domain/facts.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import type { SeriesScope } from '../series-record.ts';
import { isChange } from './change-record.ts';

const name = 'series.announce-changes';
const perRound = 5;

interface DueChange extends SeriesScope {
	id: string;
}

/**
 * Sends announcements of changes to several dates after the undo period: each once, however many workers run. A change whose dates have
 * no remaining difference is superseded by later changes.
 */
export const seriesAnnouncePoller = createFairPoller<DueChange>({
	name,
	idleMs: 2_000,
	...findDue<DueChange>(
		'series.changes-to-announce',
		`SELECT organisation_id AS "organisationId", series_id AS "seriesId", id FROM event_series_changes
				WHERE state = 'applied' AND notify AND notified_at IS NULL AND notify_at <= now() + interval '1 ms'
					AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
				ORDER BY notify_at LIMIT ${perRound} FOR NO KEY UPDATE SKIP LOCKED`,
	),
	keyOf: ({ id }) => id,
	async run(services, changes) {
		let done = 0;
		for (const change of changes) done += await announce(services, change);
		return done;
	},
});

/** Announces all changes of several dates that are due. @returns how many */
export const announceSeriesDue = runDue(seriesAnnouncePoller);

async function announce(services: Services, scope: DueChange): Promise<number> {
	const { organisationId, seriesId, id } = scope;
	return services.database.transaction(async (tx) => {
		const [change] = await tx
			.select({ kind: eventSeriesChanges.kind })
			.from(eventSeriesChanges)
			.where(
				and(
					isChange(scope, id),
					eq(eventSeriesChanges.state, 'applied'),
					eq(eventSeriesChanges.notify, true),
					sql`${eventSeriesChanges.notifiedAt} IS NULL`,
				),
			)
			.for('no key update', { skipLocked: true });
		if (!change) return 0;
		const sets = await claimSets(tx, organisationId, id);
		await tx
			.update(eventSeriesChanges)
			.set(sets.length === 0 ? { state: 'replaced' } : { notifiedAt: sql`now()` })
			.where(isChange(scope, id));
		if (sets.length === 0) return 1;
		const cancelled = sets.filter(({ kind }) => kind === 'cancel').map(({ eventId }) => eventId);
		const rows = await lockEvents(tx, organisationId, cancelled);
		await services.facts.publishAll(
			tx,
			[
				...rows.map(
					(row): Fact => ({
						name: 'events.event-cancelled',
						organisationId,
						eventId: row.id,
						payload: { eventId: row.id, message: row.statusMessage, seriesChangeId: id },
					}),
				),
				{
					name: 'events.series-change-announced',
					organisationId,
					eventId: null,
					payload: { seriesId, seriesChangeId: id, eventIds: sets.map(({ eventId }) => eventId).sort() },
				} as Fact,
			],
			services,
		);
		return 1;
	});
}

/** Ends the undo period of a change that was not announced yet. Others are left unchanged. */
export async function announceSeriesNow(
	{ database }: Services,
	scope: SeriesScope,
	id: string,
): Promise<void> {
	await database.db
		.update(eventSeriesChanges)
		.set({ notifyAt: sql`now()` })
		.where(
			and(
				isChange(scope, id),
				eq(eventSeriesChanges.state, 'applied'),
				eq(eventSeriesChanges.notify, true),
				sql`${eventSeriesChanges.notifiedAt} IS NULL`,
			),
		);
}
