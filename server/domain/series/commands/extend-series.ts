import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { eventSeries } from '#server/db/tables/series.ts';
import { holdOrganisation, requireOpening } from '#server/domain/events/commands/change-status.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { localDayOf } from '#shared/rules/event-times.ts';
import { dateTimes, readKey } from '#shared/rules/series/date-times.ts';
import { MAX_DATES_AHEAD } from '#shared/rules/series/repeat.ts';
import { keysFrom, readExistingDates } from '../dates-of-series.ts';
import { makeDates } from '../make-dates.ts';
import { keysAhead } from '../plan-dates.ts';
import { requireCourse } from '../rule.ts';
import {
	isOpen,
	isSeries,
	lockSeries,
	readExceptions,
	readSegments,
	type Segment,
	type SeriesScope,
	touchSeries,
} from '../series-record.ts';

/** Most dates that are made of one series at once: the rest comes the next night. */
export const MOST_NEW_DATES = 60;

/** The day after that of an instant, in UTC: when open series are looked at again. */
const tomorrow = (now: Date): string =>
	Temporal.PlainDate.from(localDayOf(now, 'UTC')).add({ days: 1 }).toString();

/** Sets when a series is looked at again, which is no change that anyone sees. */
const lookAgain = (tx: Tx, scope: SeriesScope, extendOn: string | null) =>
	tx.update(eventSeries).set({ extendOn }).where(isSeries(scope));

/**
 * Makes dates that an open series is to keep ahead and lacks, at most `MOST_NEW_DATES`. Exceptions are not made again, and days and slots
 * that have a manually added date are passed over. The series is locked.
 * @returns how many were made
 * @throws what `requireOpening` throws, where the dates are published at once
 */
export async function extendWithin(services: Services, tx: Tx, scope: SeriesScope): Promise<number> {
	const { organisationId } = scope;
	const now = services.clock.now();
	const segments = await readSegments(tx, scope);
	const last = segments.at(-1);
	if (!last || !isOpen(segments)) {
		await lookAgain(tx, scope, null);
		return 0;
	}
	const existing = await readExistingDates(tx, scope);
	const keys = await missingKeys(tx, scope, last, now);
	const dates = keys.slice(0, Math.max(0, Math.min(MOST_NEW_DATES, MAX_DATES_AHEAD - existing.ahead)));
	const end = dates.at(-1);
	if (end === undefined) {
		await lookAgain(tx, scope, tomorrow(now));
		return 0;
	}
	if (existing.isPublished && existing.latestId !== null) {
		await holdOrganisation(tx, organisationId);
		const model = await lockEvent(tx, { organisationId, eventId: existing.latestId });
		await requireOpening(services, tx, { ...model, endsAt: dateTimes(end, last).endsAt });
	}
	const [row] = await tx
		.select({ createdBy: eventSeries.createdBy, isDemo: eventSeries.isDemo })
		.from(eventSeries)
		.where(isSeries(scope));
	await makeDates(services, tx, scope, {
		dates: dates.map((key) => ({ key })),
		segments,
		model: existing.latestId,
		isPublished: existing.isPublished,
		createdBy: row?.createdBy ?? null,
		isDemo: row?.isDemo ?? false,
	});
	await touchSeries(tx, scope, { extendOn: tomorrow(now) });
	return dates.length;
}

/** Keys that the last segment makes ahead and no date has. */
async function missingKeys(tx: Tx, scope: SeriesScope, last: Segment, now: Date): Promise<string[]> {
	const today = localDayOf(now, last.timeZone);
	const place = (key: string) => {
		const { day, slot } = readKey(key);
		return `${day}/${slot}`;
	};
	const taken = new Set((await keysFrom(tx, scope, today)).map(place));
	for (const { key } of await readExceptions(tx, scope)) if (readKey(key).day >= today) taken.add(place(key));
	return keysAhead(last, today).filter(
		(key) => readKey(key).day >= today && !taken.has(key) && dateTimes(key, last).startsAt > now,
	);
}

/**
 * Creates the dates of an open-ended series now; a stopped series resumes.
 * @throws `series-has-end`, `course-without-end`, what publishing throws
 */
export async function extendSeries(services: Services, scope: SeriesScope): Promise<void> {
	await services.database.transaction(async (tx) => {
		const row = await lockSeries(tx, scope);
		const goesOn = isOpen(await readSegments(tx, scope));
		if (row.stoppedAt === null && !goesOn)
			throw ruleViolation(
				'series-has-end',
				message`All dates of this series have been created. Add a date, or change how it repeats.`,
			);
		requireCourse(row.booking, { ahead: 0, isOpen: goesOn });
		if (row.stoppedAt !== null) await touchSeries(tx, scope, { stoppedAt: null });
		if (goesOn) await extendWithin(services, tx, scope);
	});
}

/** Makes no further dates. Those that exist stay. The second time changes nothing. */
export async function stopSeries(services: Services, scope: SeriesScope): Promise<void> {
	await services.database.transaction(async (tx) => {
		const row = await lockSeries(tx, scope);
		if (row.stoppedAt !== null) return;
		await touchSeries(tx, scope, { stoppedAt: services.clock.now(), extendOn: null });
	});
}

/**
 * Makes the dates of a series whose day has come. Workers that meet wait for each other, and the second finds it done. A series that may not
 * be published now (its organisation is locked, or beyond its plan) is looked at again the next night.
 * @returns how many dates were made
 */
export async function extendIfDue(services: Services, scope: SeriesScope): Promise<number> {
	const now = services.clock.now();
	const today = localDayOf(now, 'UTC');
	return services.database.transaction(async (tx) => {
		const [row] = await tx.select().from(eventSeries).where(isSeries(scope)).for('no key update');
		if (!row || row.extendOn === null || row.extendOn > today) return 0;
		if (row.stoppedAt !== null) {
			await lookAgain(tx, scope, null);
			return 0;
		}
		try {
			return await tx.transaction((inner) => extendWithin(services, inner, scope));
		} catch (error) {
			if (!(error instanceof AppError) || error.status >= 500) throw error;
			services.log.info({ seriesId: scope.seriesId, rule: error.metadata?.rule }, 'series.not-extended');
			await lookAgain(tx, scope, tomorrow(now));
			return 0;
		}
	});
}

/** Series whose day has come, after one of them. */
export async function findDue(services: Services, after: string, most: number): Promise<SeriesScope[]> {
	const { db } = services.database;
	return db
		.select({ organisationId: eventSeries.organisationId, seriesId: eventSeries.id })
		.from(eventSeries)
		.where(
			sql`${eventSeries.extendOn} <= ${localDayOf(services.clock.now(), 'UTC')}::date AND ${eventSeries.id} > ${after}::uuid`,
		)
		.orderBy(eventSeries.id)
		.limit(most);
}
