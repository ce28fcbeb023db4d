import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { deleteEventWithin } from '#server/domain/events/commands/delete-event.ts';
import { joinSeries } from '#server/domain/events/commands/series-columns.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isHasGuests } from '../commands/remove-date.ts';
import type { SeriesScope } from '../series-record.ts';

/** Which of these events ever had an order, in any state. */
export async function findOrdered(
	tx: Tx,
	organisationId: string,
	eventIds: readonly string[],
): Promise<Set<string>> {
	if (eventIds.length === 0) return new Set();
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT w.id FROM unnest(${plainArray(eventIds)}::uuid[]) AS w(id)
		WHERE EXISTS (SELECT FROM orders o WHERE o.organisation_id = ${organisationId} AND o.event_id = w.id)`);
	return new Set(rows.map(({ id }) => id));
}

/**
 * Deletes dates without orders.
 * @throws `refusal` if one has orders, or another module needs the date
 */
export async function deleteDates(
	services: Services,
	tx: Tx,
	{ organisationId }: SeriesScope,
	eventIds: readonly string[],
	refusal: () => AppError,
): Promise<void> {
	const ordered = await findOrdered(tx, organisationId, eventIds);
	if (ordered.size > 0) throw refusal();
	for (const eventId of eventIds)
		if (!(await tryDelete(services, tx, { organisationId, eventId }))) throw refusal();
}

/** Deletes a date that its series no longer makes, without an exception. @returns false: something needs it, and it stays */
export async function tryDelete(
	services: Services,
	tx: Tx,
	scope: { organisationId: string; eventId: string },
): Promise<boolean> {
	try {
		await tx.transaction(async (inner) => {
			const row = await lockEvent(inner, scope);
			await joinSeries(services, inner, scope, null);
			await deleteEventWithin(services, inner, row);
		});
		return true;
	} catch (error) {
		if (isHasGuests(error) || (error instanceof AppError && error.status < 500)) return false;
		throw error;
	}
}
