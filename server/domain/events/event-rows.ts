import { and, asc, eq, getColumns, inArray } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { events } from '#server/db/tables/events.ts';
import { notFound } from '#shared/errors/app-error.ts';
import type { DescriptionPictures } from './description.ts';

// The search columns are large, and only the database reads them.
const { titleVector, searchVector, cityKey, isLong, isOver, organiserName, ...readable } = getColumns(events);

/** Columns of an event that the application reads. */
export const eventColumns = readable;
export type EventRow = { [K in keyof typeof readable]: (typeof events.$inferSelect)[K] };
/** An event with the name of who organises it. */
export type EventWithOrganiser = EventRow & {
	organiserName: string;
	organiserSlug: string;
	organiserLogoFile: string | null;
	organiserContactEmail: string;
	isOrganiserVerified: boolean;
	isSandbox: boolean;
	seriesSlug: string | null;
	seriesBooking: 'each' | 'any' | 'all' | null;
	/** Of the description; null: it names none. */
	pictures: DescriptionPictures | null;
};

/** The same columns for hand-written statements, under the names of the row type; `e` is events. */
export const eventColumnsSql = Object.entries(readable)
	.map(([property, column]) => `e."${column.name}"${castOf(column.columnType)} AS "${property}"`)
	.join(', ');

// The driver gives big integers as texts, and dates in the zone of the process.
function castOf(columnType: string): string {
	if (columnType.startsWith('PgBigInt')) return '::float8';
	return columnType.startsWith('PgDate') ? '::text' : '';
}

/**
 * Locks an event for a change and reads it: against other changes, not against rows that only refer to it. Throws not-found when the
 * organisation has no such event.
 */
export async function lockEvent(
	tx: Tx,
	scope: { organisationId: string; eventId: string },
): Promise<EventRow> {
	const [row] = await tx
		.select(eventColumns)
		.from(events)
		.where(and(eq(events.organisationId, scope.organisationId), eq(events.id, scope.eventId)))
		.for('no key update');
	if (!row) throw notFound('Event');
	return row;
}

/** `lockEvent` of several events of an organisation, in the order of their ids. Those that are not there are left out. */
export async function lockEvents(
	tx: Tx,
	organisationId: string,
	eventIds: readonly string[],
): Promise<EventRow[]> {
	if (eventIds.length === 0) return [];
	return tx
		.select(eventColumns)
		.from(events)
		.where(and(eq(events.organisationId, organisationId), inArray(events.id, [...eventIds])))
		.orderBy(asc(events.id))
		.for('no key update');
}
