import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import type { CheckInAnswer } from '#shared/contracts/check-in.ts';
import { codeOf } from '../sync/sync-context.ts';

export type OtherEvent = NonNullable<CheckInAnswer['otherEvent']>;

const findByCode = {
	name: 'check-in.other-event',
	text: `
SELECT e.title, e.starts_at, e.time_zone
FROM attendees a JOIN events e ON e.organisation_id = a.organisation_id AND e.id = a.event_id
WHERE a.organisation_id = $1 AND a.ticket_code = $2 AND a.event_id <> $3`,
};

async function readEvent(
	services: Services,
	query: { name: string; text: string },
	scope: EventScope,
	scanned: string,
): Promise<OtherEvent | null> {
	const { rows } = await services.database.pool.query<{ title: string; starts_at: Date; time_zone: string }>({
		...query,
		values: [scope.organisationId, codeOf(scanned), scope.eventId],
	});
	const row = rows[0];
	return row ? { title: row.title, startDate: row.starts_at.toISOString(), timeZone: row.time_zone } : null;
}

/**
 * The event of a ticket that belongs to another event of the same organisation; null otherwise. No guest data is returned
 * (docs/decisions/140-check-in-log.md).
 */
export const findOtherEvent = (
	services: Services,
	scope: EventScope,
	scanned: string,
): Promise<OtherEvent | null> => readEvent(services, findByCode, scope, scanned);

const findByMovedCode = {
	name: 'check-in.moved-to',
	text: `
SELECT e.title, e.starts_at, e.time_zone
FROM attendees a JOIN moved_tickets m ON m.organisation_id = a.organisation_id AND m.event_id = a.event_id AND m.attendee_id = a.id
JOIN events e ON e.organisation_id = m.organisation_id AND e.id = m.to_event_id
WHERE a.organisation_id = $1 AND a.ticket_code = $2 AND a.event_id = $3`,
};

/** The date to which the guest of a cancelled ticket was moved; null: they were not. */
export const findMovedTo = (
	services: Services,
	scope: EventScope,
	scanned: string,
): Promise<OtherEvent | null> => readEvent(services, findByMovedCode, scope, scanned);
