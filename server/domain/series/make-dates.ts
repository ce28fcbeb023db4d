import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { eventSeriesExceptions } from '#server/db/tables/series.ts';
import { insertRowsOfMany } from '#server/domain/events/changes/parts.ts';
import type { RowChange } from '#server/domain/events/changes/rows.ts';
import type { NewEvent } from '#server/domain/events/commands/create-event.ts';
import { insertEvents } from '#server/domain/events/commands/insert-events.ts';
import { wholeTimes } from '#server/domain/events/event-times.ts';
import { slugFromTitle } from '#server/domain/events/slug.ts';
import type { Fact } from '#server/domain/facts.ts';
import type { Services } from '#server/services.ts';
import { readKey, timesByHand } from '#shared/rules/series/date-times.ts';
import type { Segment, SeriesScope } from './series-record.ts';
import { segmentOf } from './series-record.ts';
import { type Difference, differences, toRowChanges } from './series-rows.ts';

/** A date that is to be an event. */
export interface NewDate {
	key: string;
	/** Of a manually added date that begins at another time than its series: `2027-04-02T15:00`. */
	startsAtLocal?: string;
}

/**
 * Makes events of dates, each as its segment says. A manually added one is created again although it was removed before. The series is locked.
 * @param how.model a date whose settings that no edit changes (such as those of door sales) the new ones have too
 * @param how.isPublished whether they are open to the public at once; the caller has called `requireOpening`
 * @returns their ids, in the order of the dates
 */
export async function makeDates(
	services: Services,
	tx: Tx,
	scope: SeriesScope,
	how: {
		dates: readonly NewDate[];
		segments: readonly Segment[];
		model: string | null;
		isPublished: boolean;
		createdBy: string | null;
		isDemo?: boolean;
	},
): Promise<string[]> {
	const { organisationId, seriesId } = scope;
	const planned = how.dates.map((date) => planDate(date, how.segments));
	const opened = how.isPublished
		? { status: 'published' as const, publishedAt: services.clock.now() }
		: undefined;
	const made = await insertEvents(
		tx,
		organisationId,
		planned.map(({ key, title, slug, values, times }) => ({
			...(values as Partial<NewEvent>),
			...times,
			title,
			slug,
			...scope,
			seriesKey: key,
			createdBy: how.createdBy,
			isDemo: how.isDemo ?? false,
			...opened,
		})),
	);
	const rowsOf = new Map<Segment, Difference[]>();
	const changes = new Map<string, RowChange[]>();
	for (const [index, id] of made.entries()) {
		const { segment, times } = planned[index] as (typeof planned)[number];
		const { event: _row, ...rows } = segment.blueprint;
		const all = rowsOf.get(segment) ?? differences({}, rows);
		rowsOf.set(segment, all);
		changes.set(id, toRowChanges(all, { id, ...times }, new Map()));
	}
	await insertRowsOfMany(services, tx, organisationId, changes);
	if (how.model !== null)
		for (const part of services.eventParts)
			await part.copy?.(tx, { organisationId, eventId: how.model }, made);
	const byHand = how.dates.map(({ key }) => key).filter((key) => readKey(key).isByHand);
	if (byHand.length > 0)
		await tx
			.delete(eventSeriesExceptions)
			.where(
				and(
					eq(eventSeriesExceptions.organisationId, organisationId),
					eq(eventSeriesExceptions.seriesId, seriesId),
					inArray(eventSeriesExceptions.key, byHand),
				),
			);
	await services.facts.publishAll(
		tx,
		made.flatMap((eventId): Fact[] => {
			const of = { organisationId, eventId };
			return [
				{ ...of, name: 'events.event-created', payload: { eventId } },
				...(how.isPublished
					? [{ ...of, name: 'events.event-published' as const, payload: { eventId } }]
					: []),
			];
		}),
		services,
	);
	return made;
}

/** The data of a date, by its segment. */
function planDate({ key, startsAtLocal }: NewDate, segments: readonly Segment[]) {
	const segment = segmentOf(key, segments);
	const values = segment.blueprint.event?.event?.values ?? {};
	const times = wholeTimes({
		...timesByHand(key, segment, startsAtLocal),
		timeZone: segment.timeZone,
		isAllDay: values.isAllDay === true,
	});
	const title = String(values.title);
	return { key, segment, values, times, title, slug: slugFromTitle(`${title} ${readKey(key).day}`) };
}
