import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { OrganisationScope } from '#server/http/handler.ts';

/** Whose guests are written to: those of an event, or those of a series. */
export type MessagePlace = { organisationId: string } & (
	| { eventId: string; seriesId: null }
	| { eventId: null; seriesId: string }
);

/** Calls for guests are there for an event and for a series. */
export type PlaceParams = { event: string } | { series: string };

/** The place that a call names, in the organisation that its access was checked for. */
export const placeOf = (scope: OrganisationScope, params: PlaceParams): MessagePlace =>
	'series' in params
		? { organisationId: scope.organisationId, eventId: null, seriesId: params.series.toLowerCase() }
		: { organisationId: scope.organisationId, eventId: scope.eventId, seriesId: null };

/** The place of a row that names an event or a series. */
export const placeOfRow = (row: {
	organisationId: string;
	eventId: string | null;
	seriesId: string | null;
}): MessagePlace => {
	const { organisationId, eventId, seriesId } = row;
	if (eventId !== null) return { organisationId, eventId, seriesId: null };
	if (seriesId !== null) return { organisationId, eventId: null, seriesId };
	throw new Error('A message is to the guests of an event or of a series.');
};

/** Rows of this place, of a table whose rows name an event or a series. */
export const isOfPlace = (
	t: { organisationId: PgColumn; eventId: PgColumn; seriesId: PgColumn },
	place: MessagePlace,
): SQL | undefined =>
	and(
		eq(t.organisationId, place.organisationId),
		place.eventId === null
			? and(isNotNull(t.seriesId), eq(t.seriesId, place.seriesId))
			: and(isNotNull(t.eventId), eq(t.eventId, place.eventId)),
	);
