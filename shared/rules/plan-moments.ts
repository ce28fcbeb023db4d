import type { PlanMoment } from '../contracts/event-plan.ts';

interface Start {
	startsAt: Date;
	timeZone: string;
}

const zoned = (instant: Date, zone: string) =>
	Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);

/**
 * An instant relative to the start of its event: by whole days and the time of day in the event's zone, so that a sale that opens at
 * nine in the morning opens at nine on the other side of a clock change too.
 */
export function momentOf(instant: Date, { startsAt, timeZone }: Start): PlanMoment {
	const at = zoned(instant, timeZone);
	const { days } = zoned(startsAt, timeZone).toPlainDate().until(at.toPlainDate(), { largestUnit: 'day' });
	const time = at.toPlainTime().round('millisecond');
	const isFull = time.second === 0 && time.millisecond === 0;
	return { days, time: time.toString(isFull ? { smallestUnit: 'minute' } : {}) };
}

/** The instant that a moment means for a start. */
export function instantOf(moment: PlanMoment, { startsAt, timeZone }: Start): Date {
	if ('minutes' in moment) return new Date(startsAt.getTime() + moment.minutes * 60_000);
	const at = zoned(startsAt, timeZone)
		.toPlainDate()
		.add({ days: moment.days })
		.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(moment.time) });
	return new Date(at.epochMilliseconds);
}
