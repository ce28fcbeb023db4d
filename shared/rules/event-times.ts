/**
 * Wall times and instants of events. What an organiser types is a wall time in the event's zone; what is stored is the
 * instant. Around a change of clocks the two are no longer one to one: some wall times happen never, some twice.
 * Needs Temporal: native on the server, by app/lib/temporal.ts in browsers that lack it.
 */

/** How a wall time was found on the zone's clock. */
export type WallTimeFit =
	/** It happens once. */
	| 'exact'
	/** The clock jumps over it; the time after the jump is taken, as far on as the clock jumped. */
	| 'skipped'
	/** It happens twice; the first is taken. */
	| 'doubled';

export interface ResolvedWallTime {
	/** ISO 8601 in UTC. */
	instant: string;
	fit: WallTimeFit;
	/** The wall time that the instant shows: differs from the typed one only where that was skipped. */
	local: string;
}

/**
 * The instant of a wall time in a zone, resolved the way calendars do ("compatible" of RFC 9557 and Temporal).
 * @param local `2027-03-28T02:30`, seconds allowed
 * @param timeZone IANA name
 * @throws RangeError for a date that does not exist (30 February) or an unknown zone
 */
export function resolveWallTime(local: string, timeZone: string): ResolvedWallTime {
	const wall = Temporal.PlainDateTime.from(local, { overflow: 'reject' });
	const earlier = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
	const later = wall.toZonedDateTime(timeZone, { disambiguation: 'later' });
	const taken = wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
	const happensAt = (zoned: Temporal.ZonedDateTime) => zoned.toPlainDateTime().equals(wall);
	const fit = earlier.equals(later) ? 'exact' : happensAt(earlier) ? 'doubled' : 'skipped';
	return {
		instant: new Date(taken.epochMilliseconds).toISOString(),
		fit,
		local: formatLocal(taken.toPlainDateTime()),
	};
}

/** The wall time that a zone's clock shows at an instant: `2027-03-28T03:30`, seconds only when there are some. */
export function wallTimeOf(instant: string | Date, timeZone: string): string {
	return formatLocal(zoned(instant, timeZone).toPlainDateTime());
}

/** The calendar day in a zone at an instant: `2027-03-28`. */
export function localDayOf(instant: string | Date, timeZone: string): string {
	return zoned(instant, timeZone).toPlainDate().toString();
}

/** First and last calendar day of an event in its own zone. An end at midnight belongs to the day before. */
export function localDaysOf(
	startsAt: string | Date,
	endsAt: string | Date,
	timeZone: string,
): { startsOn: string; endsOn: string } {
	const start = zoned(startsAt, timeZone);
	const end = zoned(endsAt, timeZone);
	const lastMoment = Temporal.ZonedDateTime.compare(end, start) > 0 ? end.subtract({ milliseconds: 1 }) : end;
	return { startsOn: start.toPlainDate().toString(), endsOn: lastMoment.toPlainDate().toString() };
}

/**
 * The same wall time some days later. The length stays the same in hours, so a party over the night of a clock change keeps
 * its two hours.
 */
export function shiftByDays(
	times: { startsAt: string | Date; endsAt: string | Date },
	timeZone: string,
	days: number,
): { startsAt: string; endsAt: string } {
	const start = zoned(times.startsAt, timeZone);
	const lengthMs = zoned(times.endsAt, timeZone).epochMilliseconds - start.epochMilliseconds;
	const moved = start.add({ days }).epochMilliseconds;
	return { startsAt: new Date(moved).toISOString(), endsAt: new Date(moved + lengthMs).toISOString() };
}

/** The offset from UTC at an instant, as ISO 8601 writes it: `+02:00`. */
export function offsetOf(instant: string | Date, timeZone: string): string {
	return zoned(instant, timeZone).offset;
}

function zoned(instant: string | Date, timeZone: string): Temporal.ZonedDateTime {
	const ms = typeof instant === 'string' ? Date.parse(instant) : instant.getTime();
	return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
}

function formatLocal(wall: Temporal.PlainDateTime): string {
	return wall.second === 0 && wall.millisecond === 0
		? wall.toString({ smallestUnit: 'minute' })
		: wall.toString({ smallestUnit: 'second' });
}
