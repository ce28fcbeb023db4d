import type { Tx } from '#server/db/client.ts';
import { eventSeries, eventSeriesExceptions } from '#server/db/tables/series.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { readRows } from '#server/domain/events/changes/parts.ts';
import { requireOpening } from '#server/domain/events/commands/change-status.ts';
import { joinSeries, nameByDay } from '#server/domain/events/commands/series-columns.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import { isNameTaken, takenSlugs } from '#server/domain/events/names.ts';
import { slugFromTitle, withSuffix } from '#server/domain/events/slug.ts';
import type { Services } from '#server/services.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { localDayOf, wallTimeOf } from '#shared/rules/event-times.ts';
import { readKey } from '#shared/rules/series/date-times.ts';
import { MAX_DATE_MINUTES, type Repeat, type SeriesBooking } from '#shared/rules/series/repeat.ts';
import { makeDates } from '../make-dates.ts';
import { planSeries } from '../plan-dates.ts';
import { requireCourse } from '../rule.ts';
import { type Segment, writeSegments } from '../series-record.ts';
import { seriesParts, toSeries } from '../series-rows.ts';
import { publishBooking } from './update-series.ts';

const tries = 6;

/**
 * Makes an event the first date of a new series, with all its dates. It keeps its id, slug, code and tickets; the others begin as it is now,
 * open to the public when it is.
 * @returns id of the series
 * @throws what `planSeries` throws, `in-series-already`, `event-over`
 */
export async function makeSeries(
	services: Services,
	tx: Tx,
	how: EventScope & {
		repeat: Repeat;
		booking: SeriesBooking;
		userId: string | null;
		/** It is published this moment: its name is known to no one yet. */
		isNew?: boolean;
	},
): Promise<string> {
	const { organisationId, eventId } = how;
	const scope = { organisationId, eventId };
	const event = await lockEvent(tx, scope);
	if (event.seriesId !== null)
		throw ruleViolation('in-series-already', message`This event is a date of a series already.`);
	if (event.status !== 'draft' && event.status !== 'published')
		throw ruleViolation('series-not-open', message`Only a draft or a published event can repeat.`);
	const { timeZone } = event;
	const today = localDayOf(services.clock.now(), timeZone);
	const planned = planSeries(
		how.repeat,
		{ startsAtLocal: wallTimeOf(event.startsAt, timeZone).slice(0, 16) },
		today,
	);
	requireCourse(how.booking, { ahead: planned.dates.length, isOpen: planned.isOpen });
	const isPublished = event.status === 'published';
	if (isPublished) await requireOpening(services, tx, event);
	const seriesId = newId();
	const { rows } = toSeries(await readRows(services, tx, scope, seriesParts), event);
	const segment: Segment = {
		...planned.segment,
		startTimes: [...planned.segment.startTimes],
		position: 0,
		lengthMinutes: lengthOf(event),
		timeZone,
		blueprint: rows,
	};
	if (event.publishedAt === null || how.isNew)
		await nameByDay(tx, event, readKey(planned.segment.fromKey).day);
	await insertSeries(tx, {
		id: seriesId,
		organisationId,
		title: event.title,
		booking: how.booking,
		createdBy: how.userId,
		isDemo: event.isDemo,
		extendOn: planned.isOpen ? today : null,
	});
	await writeSegments(tx, { organisationId, seriesId }, [segment]);
	if (planned.skipped.length > 0)
		await tx
			.insert(eventSeriesExceptions)
			.values(planned.skipped.map((key) => ({ organisationId, seriesId, key, kind: 'skipped' as const })));
	const [first, ...others] = planned.dates;
	if (!first) throw new Error('A series begins with its first date.');
	await joinSeries(services, tx, scope, { seriesId, seriesKey: first.key });
	await makeDates(
		services,
		tx,
		{ organisationId, seriesId },
		{
			dates: others,
			segments: [segment],
			model: eventId,
			isPublished,
			createdBy: how.userId,
			isDemo: event.isDemo,
		},
	);
	if (how.booking === 'all') await publishBooking(services, tx, { organisationId, seriesId });
	return seriesId;
}

/** `makeSeries` in a transaction of its own. */
export const makeSeriesOf = (services: Services, how: Parameters<typeof makeSeries>[2]): Promise<string> =>
	services.database.transaction((tx) => makeSeries(services, tx, how));

/** The length of a date by the clock of its zone. @throws `series-date-too-long` */
export function lengthOf(event: { startsAt: Date; endsAt: Date; timeZone: string }): number {
	const local = (at: Date) => Temporal.PlainDateTime.from(wallTimeOf(at, event.timeZone));
	const { minutes } = local(event.startsAt).until(local(event.endsAt), { largestUnit: 'minute' });
	if (minutes > MAX_DATE_MINUTES)
		throw ruleViolation(
			'series-date-too-long',
			message`A date of a series lasts at most ${MAX_DATE_MINUTES / 1_440} days.`,
		);
	return Math.max(0, minutes);
}

/** Writes the row of a series under a free slug. */
export async function insertSeries(
	tx: Tx,
	row: Omit<typeof eventSeries.$inferInsert, 'slug'>,
): Promise<void> {
	const made = slugFromTitle(row.title);
	for (let attempt = 0; attempt < tries; attempt++) {
		const slug = [made, `${made}-dates`][attempt] ?? withSuffix(made, attempt < 4 ? 4 : 8);
		if ((await takenSlugs(tx, [slug])).size > 0) continue;
		try {
			await tx.transaction((inner) => inner.insert(eventSeries).values({ ...row, slug }));
			return;
		} catch (error) {
			if (!isNameTaken(error)) throw error;
		}
	}
	throw new AppError('SERVER_OVERLOADED', { message: 'No free name was found for the series. Try again.' });
}
