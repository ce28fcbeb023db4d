import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';

/** Event details for check-in and live figures. */
export interface DoorEvent {
	id: string;
	title: string;
	/** One line: venue and city, or "Online". */
	location: string;
	startsAt: Date;
	endsAt: Date;
	timeZone: string;
	status: string;
}

interface DoorEventRow {
	id: string;
	title: string;
	format: string;
	venue_name: string;
	address: string;
	city: string;
	starts_at: Date;
	ends_at: Date;
	time_zone: string;
	status: string;
}

const readDoorEvent = {
	name: 'events.door-event',
	text: `
SELECT id, title, format, venue_name, address, city, starts_at, ends_at, time_zone, status
FROM events WHERE organisation_id = $1 AND id = $2`,
};

/** The event for the door; throws not-found for one of another organisation. */
export async function getDoorEvent(
	services: Services,
	scope: { organisationId: string; eventId: string },
): Promise<DoorEvent> {
	const { rows } = await services.database.pool.query<DoorEventRow>({
		...readDoorEvent,
		values: [scope.organisationId, scope.eventId],
	});
	const row = rows[0];
	if (!row) throw notFound('Event');
	const place = [row.venue_name, row.address, row.city].filter((part) => part !== '').join(', ');
	return {
		id: row.id,
		title: row.title,
		location: place === '' && row.format === 'online' ? 'Online' : place,
		startsAt: row.starts_at,
		endsAt: row.ends_at,
		timeZone: row.time_zone,
		status: row.status,
	};
}
