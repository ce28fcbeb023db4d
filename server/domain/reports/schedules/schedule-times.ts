import { type SQL, sql } from 'drizzle-orm';
import { events } from '#server/db/tables/events.ts';
import { reportSchedules } from '#server/db/tables/reports.ts';

/** When a schedule is due, by the clock of its zone. */
export interface ScheduleTimes {
	kind: 'daily' | 'weekly' | 'monthly';
	/** `07:30` */
	atTime: string;
	timeZone: string;
	/** Weekly; Monday is 1. */
	weekday: number | null;
	/** Monthly; a month that is shorter takes its last day. */
	day: number | null;
}

/** The first time after an instant. A wall time that the clock skips is taken after the gap, one that comes twice at its first. */
export function nextTime(times: ScheduleTimes, after: Date): Date {
	const from = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(times.timeZone);
	const plainTime = Temporal.PlainTime.from(times.atTime);
	for (let date = from.toPlainDate(), tried = 0; tried < 70; date = date.add({ days: 1 }), tried += 1) {
		if (!isDay(times, date)) continue;
		const { epochMilliseconds } = date.toZonedDateTime({ timeZone: times.timeZone, plainTime });
		if (epochMilliseconds > after.getTime()) return new Date(epochMilliseconds);
	}
	throw new RangeError('A schedule is due at least every month.');
}

/** When a schedule beside an event is due: hours below 0 before its start, others after its end. */
export const dueBeside = (event: { startsAt: Date; endsAt: Date }, hours: number): Date =>
	new Date((hours < 0 ? event.startsAt : event.endsAt).getTime() + hours * 3_600_000);

/** The same of the rows of a statement. */
export const dueBesideSql: SQL = sql`CASE WHEN ${reportSchedules.hours} < 0 THEN ${events.startsAt} ELSE ${events.endsAt} END
	+ ${reportSchedules.hours} * interval '1 hour'`;

function isDay({ kind, weekday, day }: ScheduleTimes, date: Temporal.PlainDate): boolean {
	if (kind === 'daily') return true;
	if (kind === 'weekly') return date.dayOfWeek === weekday;
	return date.day === Math.min(day ?? 1, date.daysInMonth);
}
