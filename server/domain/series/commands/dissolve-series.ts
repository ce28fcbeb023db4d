import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { eventSeries } from '#server/db/tables/series.ts';
import {
	deleteEventWithin,
	type LeftFiles,
	removeFilesOfDeleted,
} from '#server/domain/events/commands/delete-event.ts';
import { leadOn, leaveSeries } from '#server/domain/events/commands/series-columns.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import { isSeries, lockSeries, type SeriesScope } from '../series-record.ts';
import { isHasGuests } from './remove-date.ts';

/**
 * Turns the dates of a series into single events, which keep their ids, slugs, codes and tickets. Slugs of the series redirect to the
 * next of them.
 * @param keep `withGuests`: upcoming dates without orders are deleted; at least one event stays
 * @returns ids of the remaining events, in their order
 */
export async function dissolveSeries(
	services: Services,
	scope: SeriesScope,
	keep: 'all' | 'withGuests',
): Promise<string[]> {
	const { organisationId, seriesId } = scope;
	const { stay, files } = await services.database.transaction(async (tx) => {
		await lockSeries(tx, scope);
		const { rows: dates } = await tx.execute<{ id: string; isUnordered: boolean; isAhead: boolean }>(sql`
			SELECT id, ends_at > now() AS "isAhead",
				ends_at > now() AND status IN ('draft', 'published') AND NOT EXISTS (SELECT FROM orders o
					WHERE o.organisation_id = events.organisation_id AND o.event_id = events.id) AS "isUnordered"
			FROM events WHERE organisation_id = ${organisationId} AND series_id = ${seriesId} ORDER BY starts_at, id`);
		for (const eventId of dates.map(({ id }) => id).sort()) await lockEvent(tx, { organisationId, eventId });
		const unordered = keep === 'withGuests' ? dates.filter(({ isUnordered }) => isUnordered) : [];
		if (unordered.length === dates.length) unordered.shift();
		const files: LeftFiles[] = [];
		const gone = new Set<string>();
		for (const { id } of unordered) {
			const left = await deleteUnlessReferenced(services, tx, organisationId, id);
			if (!left) continue;
			files.push(left);
			gone.add(id);
		}
		const stay = dates.filter(({ id }) => !gone.has(id));
		const next = stay.find(({ isAhead }) => isAhead) ?? stay.at(-1);
		for (const part of services.eventParts)
			await part.dissolve?.(
				tx,
				scope,
				stay.map(({ id }) => id),
			);
		await leaveSeries(services, tx, scope);
		if (next) await leadOn(tx, scope, next.id);
		await tx.delete(eventSeries).where(isSeries(scope));
		return { stay: stay.map(({ id }) => id), files };
	});
	await removeFilesOfDeleted(services, files);
	return stay;
}

/** Deletes a date; null: rows that must stay refer to it, and it stays. */
async function deleteUnlessReferenced(
	services: Services,
	tx: Tx,
	organisationId: string,
	eventId: string,
): Promise<LeftFiles | null> {
	try {
		return await tx.transaction(async (inner) =>
			deleteEventWithin(services, inner, await lockEvent(inner, { organisationId, eventId })),
		);
	} catch (error) {
		if (isHasGuests(error)) return null;
		throw error;
	}
}
