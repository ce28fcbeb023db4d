import { decodeText, TextProblem } from '#server/platform/text/decode-text.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type ImportItem, RowProblem } from '../draft.ts';
import { createZoneFinder, type ZoneFinder } from './calendar-zones.ts';
import { type Component, find, readComponents } from './components.ts';
import { readText, unfold } from './content-lines.ts';
import { draftsOfSeries } from './drafts-of-series.ts';
import { type Entry, newestVersions, readEntry, uidOf } from './entries.ts';
import { groupSeries } from './group-series.ts';
import { type Moment, momentOf } from './moments.ts';
import { readTime } from './times.ts';

export interface CalendarOptions {
	/** Zone of times that have none. */
	timeZone: string;
	/** Repeating events bring in dates from here on. */
	now: Temporal.Instant;
}

/**
 * Reads an iCalendar file (RFC 5545, and what programs make of it). Each event is read for itself: a fault costs the event it
 * is in, never the file. Rows are numbered by the line where the event begins; faults of the file come as row 0.
 */
export function* readCalendar(bytes: Uint8Array, options: CalendarOptions): Generator<ImportItem> {
	const unfolded = unfold(withoutWideText(bytes));
	let decoded: ReturnType<typeof decodeText>;
	try {
		decoded = decodeText(unfolded.bytes, {
			damage: 'replace',
			advice: message`Please export the calendar as an iCalendar file (.ics).`,
		});
	} catch (error) {
		if (!(error instanceof TextProblem)) throw error;
		yield fileProblem(error.code, error.message);
		return;
	}
	const texts = decoded.text.split('\n');
	const root = readComponents(
		texts.map((text, index) => ({ text, line: unfolded.lines[index] ?? index + 1 })),
	);
	if (root.children.length === 0) {
		yield fileProblem('not-a-calendar', 'This file is not an iCalendar file: it has no BEGIN line.');
		return;
	}
	yield* faultsOf(root, decoded.damaged);
	yield* eventsOf(root, options);
}

/** UTF-16 becomes UTF-8 before lines are joined byte by byte. */
function withoutWideText(bytes: Uint8Array): Uint8Array {
	const encoding =
		bytes[0] === 0xff && bytes[1] === 0xfe
			? 'utf-16le'
			: bytes[0] === 0xfe && bytes[1] === 0xff
				? 'utf-16be'
				: null;
	return encoding ? Buffer.from(new TextDecoder(encoding).decode(bytes), 'utf8') : bytes;
}

function fileProblem(code: string, message: string): ImportItem {
	return { row: 0, problem: { code, message } };
}

function* faultsOf(root: Component, damaged: number): Generator<ImportItem> {
	const calendars = root.children.filter(({ name }) => name === 'VCALENDAR');
	const loose = [root, ...calendars].flatMap(({ broken }) => broken);
	if (loose.length > 0) {
		const [first] = loose as [(typeof loose)[0]];
		const others = loose.length > 1 ? ` ${loose.length} such lines were passed over.` : '';
		yield fileProblem(
			'broken-line',
			`Line ${first.line} is not written as calendars are: “${first.text}”.${others}`,
		);
	}
	if (calendars.some(({ endedBy }) => endedBy === 'file')) {
		yield fileProblem('not-closed', 'The file has no END:VCALENDAR line; it may have been cut off.');
	}
	if (damaged > 0) {
		yield fileProblem(
			'damaged-text',
			`${damaged === 1 ? 'One character' : `${damaged} characters`} of the file cannot be read in any encoding.`,
		);
	}
	if (root.children.some(({ name }) => name === 'VEVENT')) {
		yield fileProblem('no-calendar', 'Events stand outside of a calendar (BEGIN:VCALENDAR is missing).');
	}
	const events = partsNamed(root, 'VEVENT').length;
	if (events === 0) {
		const todos = partsNamed(root, 'VTODO').length;
		const others =
			todos > 0 ? ` (${todos} to-do ${todos === 1 ? 'entry' : 'entries'}, which are no events)` : '';
		yield fileProblem('no-events', `This calendar has no events${others}.`);
	}
}

function partsNamed(part: Component, name: string): Component[] {
	return part.children.flatMap((child) => (child.name === name ? [child] : partsNamed(child, name)));
}

function* eventsOf(root: Component, options: CalendarOptions): Generator<ImportItem> {
	const descriptions = partsNamed(root, 'VTIMEZONE');
	const entries: Entry[] = [];
	const cancellations: Cancellation[] = [];
	const items: ImportItem[] = [];
	for (const calendar of [root, ...root.children.filter(({ name }) => name === 'VCALENDAR')]) {
		const method = readText(find(calendar, 'METHOD')?.value ?? '')
			.trim()
			.toUpperCase();
		const origin = ['PRODID', 'X-WR-CALNAME'].map((name) => find(calendar, name)?.value ?? '').join('\n');
		// A zone described in another calendar of the stream will do when this one describes none.
		const own = partsNamed(calendar, 'VTIMEZONE');
		const zones = createZoneFinder(calendar, own.length > 0 ? own : descriptions, options);
		for (const event of calendar.children.filter(({ name }) => name === 'VEVENT')) {
			try {
				if (method === 'CANCEL' && !find(event, 'DTSTART')) {
					cancellations.push(readCancellation(event, zones, origin));
				} else {
					entries.push(readEntry(event, { method, zones, origin }));
				}
			} catch (error) {
				items.push(problemOf(event, error));
			}
		}
	}
	const { latest, left } = newestVersions(entries);
	items.push(...left, ...cancellations.map((cancellation) => cancel(cancellation, latest)));
	for (const series of groupSeries(latest)) items.push(...draftsOfSeries(series, options.now));
	yield* items.sort((a, b) => a.row - b.row);
}

function problemOf(event: Component, error: unknown): ImportItem {
	if (error instanceof RowProblem) {
		return { row: event.line, problem: { code: error.code, message: error.message } };
	}
	// Dates at the edges of what can be computed (the year 0, the year 300,000) end here.
	if (error instanceof RangeError) {
		return {
			row: event.line,
			problem: { code: 'bad-date', message: 'The event has a date that cannot be.' },
		};
	}
	throw error;
}

interface Cancellation {
	event: Component;
	uid: string;
	sequence: number;
	/** The date of a series that is cancelled; null for the whole event. */
	date: Moment | null;
}

function readCancellation(event: Component, zones: ZoneFinder, origin: string): Cancellation {
	const recurrence = find(event, 'RECURRENCE-ID');
	const time = recurrence ? readTime(recurrence) : null;
	return {
		event,
		uid: uidOf(event, origin),
		sequence: Number.parseInt(find(event, 'SEQUENCE')?.value ?? '0', 10) || 0,
		date: time ? momentOf(time, zones, []) : null,
	};
}

/** A message that takes an event back: the event comes in as cancelled, unless a newer version of it came after. */
function cancel(cancellation: Cancellation, latest: Entry[]): ImportItem {
	const { event, uid, sequence, date } = cancellation;
	const same = latest.filter((entry) => uid !== '' && entry.uid === uid && entry.changes === null);
	const meant = same.filter((entry) => entry.sequence <= sequence);
	for (const entry of meant) {
		if (date) entry.cancelledDates.push(date);
		else entry.isCancelled = true;
	}
	const [first] = meant.length > 0 ? meant : same;
	const message = !first
		? 'Cancels an event that is not in this file.'
		: meant.length === 0
			? `Cancels an older version of the event in line ${first.row}.`
			: date
				? `Cancels one date of the event in line ${first.row}.`
				: `Cancels the event in line ${first.row}, which comes in as cancelled.`;
	return { row: event.line, problem: { code: 'cancellation', message } };
}
