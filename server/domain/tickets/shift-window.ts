interface Window {
	salesStartAt: Date | null;
	salesEndAt: Date | null;
}

interface EventTimes {
	startsAt: Date;
	timeZone: string;
}

/**
 * Moves a sales window with its event: by whole days at the wall time of the event's zone, so that a sale that opens at nine in the
 * morning opens at nine on the other side of a clock change too.
 */
export function shiftWindow(window: Window, from: EventTimes, to: EventTimes): Window {
	const zoned = (instant: Date, zone: string) =>
		Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
	const { days } = zoned(from.startsAt, from.timeZone)
		.toPlainDate()
		.until(zoned(to.startsAt, to.timeZone).toPlainDate(), { largestUnit: 'day' });
	const move = (instant: Date | null) =>
		instant && new Date(zoned(instant, to.timeZone).add({ days }).epochMilliseconds);
	return { salesStartAt: move(window.salesStartAt), salesEndAt: move(window.salesEndAt) };
}
