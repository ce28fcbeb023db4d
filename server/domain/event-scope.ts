import { and, eq, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Which event of which organisation: rows are found by both. */
export interface EventScope {
	organisationId: string;
	eventId: string;
}

/** Rows of a table that belong to an event; in a join, to the event of the other table's row. */
export const isOfEvent = (
	table: Record<keyof EventScope, AnyPgColumn>,
	scope: EventScope | Record<keyof EventScope, AnyPgColumn>,
): SQL | undefined => and(eq(table.organisationId, scope.organisationId), eq(table.eventId, scope.eventId));
