import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import { eventSeriesExceptions } from '#server/db/tables/series.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { deleteEventWithin, removeFilesOfDeleted } from '#server/domain/events/commands/delete-event.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import { findEvent } from '#server/domain/events/queries.ts';
import type { Services } from '#server/services.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { lockSeries, type SeriesScope, touchSeries } from '../series-record.ts';

/**
 * Deletes a draft or published date without orders. Its key becomes an exception, so that no rule creates it again.
 * @param reference the date by id, slug or code
 * @throws `date-has-guests`, `last-date`, `cannot-remove`
 */
export async function removeDate(services: Services, scope: SeriesScope, reference: string): Promise<void> {
	const found = await findEvent(services, reference);
	if (!found || found.organisationId !== scope.organisationId) throw notFound('Event');
	const event = { organisationId: found.organisationId, eventId: found.eventId };
	try {
		const files = await services.database.transaction(async (tx) => {
			await lockSeries(tx, scope);
			const row = await lockEvent(tx, event);
			if (row.seriesId !== scope.seriesId) throw notFound('Event');
			if (row.status !== 'draft' && row.status !== 'published')
				throw ruleViolation(
					'cannot-remove',
					message`Only a draft or a published date can be removed. Archive it instead.`,
					{ status: row.status },
				);
			const left = await deleteEventWithin(services, tx, row);
			await touchSeries(tx, scope);
			return left;
		});
		await removeFilesOfDeleted(services, [files]);
	} catch (error) {
		if (!isHasGuests(error)) throw error;
		throw await hasGuests(services, event);
	}
}

/** Whether a date could not be deleted because of what its guests have. */
export const isHasGuests = (error: unknown): boolean =>
	isForeignKeyViolation(error) ||
	(error instanceof AppError && ['has-guests', 'has-donations'].includes(String(error.metadata?.rule)));

async function hasGuests(services: Services, { organisationId, eventId }: EventScope): Promise<AppError> {
	const { rows } = await services.database.pool.query<{ guests: number }>(
		`SELECT coalesce(sum(confirmed + held), 0)::int AS guests FROM capacity_pools
			WHERE organisation_id = $1 AND event_id = $2 AND NOT is_shared AND NOT is_plan`,
		[organisationId, eventId],
	);
	const guests = rows[0]?.guests ?? 0;
	const sentence =
		guests === 0
			? message`This date has orders. Cancel or archive it instead.`
			: guests === 1
				? message`One guest holds a ticket for this date. Move them or cancel the date.`
				: message`${guests} guests hold tickets for this date. Move them or cancel the date.`;
	return ruleViolation('date-has-guests', sentence, { guests });
}

/**
 * Notes that a date is taken out of its series, before its event is deleted. The series is locked.
 * @throws `last-date`
 */
export async function noteRemoved(tx: Tx, { organisationId, eventId }: EventScope): Promise<void> {
	const { rows } = await tx.execute<{ seriesId: string; key: string; others: boolean }>(sql`
		SELECT e.series_id AS "seriesId", e.series_key AS key, EXISTS (SELECT FROM events o
			WHERE o.organisation_id = e.organisation_id AND o.series_id = e.series_id AND o.id <> e.id) AS others
		FROM events e WHERE e.organisation_id = ${organisationId} AND e.id = ${eventId} AND e.series_id IS NOT NULL`);
	const [date] = rows;
	if (!date) return;
	if (!date.others)
		throw ruleViolation(
			'last-date',
			message`This is the last date of its series. Turn the series into single events first.`,
		);
	await tx
		.insert(eventSeriesExceptions)
		.values({ organisationId, seriesId: date.seriesId, key: date.key, kind: 'removed' })
		.onConflictDoNothing();
}
