import { type ImportWarning, RowProblem } from '../draft.ts';
import type { ZoneFinder } from './calendar-zones.ts';
import { type Component, find, findAll } from './components.ts';
import { type CalendarTime, readTime } from './times.ts';

/** A time of an event with its zone found. */
export interface Moment {
	isAllDay: boolean;
	/** In the event's zone; a whole day stands as its midnight in UTC, where no clock is ever changed. */
	at: Temporal.ZonedDateTime;
	/** IANA name; of whole days too. */
	timeZone: string;
}

/** Resolves a time to a moment; a wall time that clocks jump over moves behind the jump. */
export function momentOf(time: CalendarTime, zones: ZoneFinder, warnings: ImportWarning[]): Moment {
	const timeZone = zones.zoneOf(time, warnings);
	if (time.kind === 'date') {
		return { isAllDay: true, at: time.date.toZonedDateTime('UTC'), timeZone };
	}
	if (time.place === 'utc') {
		return { isAllDay: false, at: time.wall.toZonedDateTime('UTC').withTimeZone(timeZone), timeZone };
	}
	const at = time.wall.toZonedDateTime(timeZone);
	if (!at.toPlainDateTime().equals(time.wall)) {
		warnings.push({ code: 'wall-time-skipped', detail: time.wall.toString() });
	}
	return { isAllDay: false, at, timeZone };
}

/**
 * The start of an event.
 * @throws RowProblem when there is none, two different ones, or one that is no date
 */
export function startOf(event: Component, zones: ZoneFinder, warnings: ImportWarning[]): Moment {
	const starts = findAll(event, 'DTSTART');
	const [first] = starts;
	if (!first) throw new RowProblem('no-start', 'The event has no start (DTSTART).');
	if (starts.some(({ value }) => value !== first.value)) {
		throw new RowProblem('two-starts', 'The event has two different starts (DTSTART).');
	}
	const time = readTime(first);
	if (!time) throw new RowProblem('bad-date', `The start “${first.value.slice(0, 40)}” is not a date.`);
	const moment = momentOf(time, zones, warnings);
	return isMarkedAllDay(event) ? asDay(moment) : moment;
}

/** Outlook writes whole days with times, and says so beside them. */
const isMarkedAllDay = (event: Component) =>
	['X-MICROSOFT-CDO-ALLDAYEVENT', 'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT', 'X-FUNAMBOL-ALLDAY'].some((name) =>
		/^(TRUE|1)$/i.test(find(event, name)?.value.trim() ?? ''),
	);

/** The day whose midnight is nearest: a day that was written in UTC without its zone is some hours off. */
function asDay(moment: Moment): Moment {
	if (moment.isAllDay) return moment;
	const day = moment.at
		.toPlainDateTime()
		.round({ smallestUnit: 'day', roundingMode: 'halfExpand' })
		.toPlainDate();
	return { ...moment, isAllDay: true, at: day.toZonedDateTime('UTC') };
}

/** How long an event lasts, by its end or its duration; null when the file does not say, or says what cannot be. */
export function lengthOf(
	event: Component,
	start: Moment,
	zones: ZoneFinder,
	warnings: ImportWarning[],
): Temporal.Duration | null {
	const end = find(event, 'DTEND');
	const time = end ? readTime(end) : null;
	if (end && !time) warnings.push({ code: 'date-skipped', detail: `DTEND:${end.value.slice(0, 40)}` });
	const asMarked = isMarkedAllDay(event) ? asDay : (moment: Moment) => moment;
	const length = time
		? lengthUntil(start, asMarked(momentOf(time, zones, [])))
		: readDuration(find(event, 'DURATION')?.value ?? '', start);
	if (length === null) return null;
	if (length.sign > 0) return length;
	// Whole days whose end equals their start are one day, as many programs write them.
	const isOneDay = start.isAllDay && length.sign === 0;
	if (!isOneDay)
		warnings.push({ code: length.sign === 0 ? 'no-end' : 'end-before-start', detail: end?.value ?? '' });
	return null;
}

function lengthUntil(start: Moment, end: Moment): Temporal.Duration {
	if (start.isAllDay) {
		const lastDay = end.isAllDay ? end.at.toPlainDate() : dayAfter(end.at);
		return start.at.toPlainDate().until(lastDay, { largestUnit: 'days' });
	}
	const endAt = end.isAllDay ? end.at.toPlainDateTime().toZonedDateTime(start.timeZone) : end.at;
	// Days and hours apart: an evening stays an evening in a series that crosses a change of clocks.
	return start.at.until(endAt.withTimeZone(start.at.timeZoneId), { largestUnit: 'days' });
}

function dayAfter(at: Temporal.ZonedDateTime): Temporal.PlainDate {
	const date = at.toPlainDate();
	return at.toPlainTime().equals('00:00') ? date : date.add({ days: 1 });
}

function readDuration(text: string, start: Moment): Temporal.Duration | null {
	if (text.trim() === '') return null;
	try {
		const duration = Temporal.Duration.from(text.trim());
		if (!start.isAllDay) return duration;
		return Temporal.Duration.from({
			days: Math.ceil(duration.total({ unit: 'days', relativeTo: start.at })),
		});
	} catch {
		return null;
	}
}
