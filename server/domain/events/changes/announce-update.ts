import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { EventRow } from '../event-rows.ts';

/**
 * Publishes what an edit of an event's row means to other modules, in its transaction.
 * @param row the event before the edit
 * @param changes the columns that changed
 */
export async function announceUpdate(
	services: Services,
	tx: Tx,
	row: EventRow,
	changes: Readonly<Record<string, unknown>>,
): Promise<void> {
	const fact = { organisationId: row.organisationId, eventId: row.id };
	const fields = Object.keys(changes);
	await services.facts.publish(
		tx,
		{ ...fact, name: 'events.event-updated', payload: { eventId: row.id, fields } },
		services,
	);
	const isMoved = changes.startsAt !== undefined || changes.previousPlace !== undefined;
	if (isMoved && row.status !== 'draft')
		await services.facts.publish(
			tx,
			{ ...fact, name: 'events.event-rescheduled', payload: { eventId: row.id } },
			services,
		);
}
