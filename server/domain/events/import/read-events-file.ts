import { readFile, stat } from 'node:fs/promises';
import { decodeText, TextProblem } from '#server/platform/text/decode-text.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { canonicalTimeZone } from '#shared/lib/time-zones.ts';
import { readCalendar } from './calendar/read-calendar.ts';
import type { ImportItem } from './draft.ts';
import { readRecords } from './records/read-records.ts';
import { openEventTable } from './table/read-event-table.ts';

export interface ReadEventsOptions {
	/** Zone of events that give none and whose place gives none; UTC unless said otherwise. */
	timeZone?: string;
	/** Repeating events bring in their dates from here on. */
	now: Date;
}

/** Larger files are somebody else's database. */
const MAX_BYTES = 100_000_000;

/**
 * Reads a file of events, whatever kind it is: iCalendar, JSON Lines of conferences or meetups, or a table (CSV, TSV, Excel). The
 * kind shows in the content, not in the name.
 * @param source a path, or the bytes
 * @returns every row in order: the event it became, or why it did not. Nothing that a file holds makes this throw.
 * @throws the error of the file system when a path cannot be read
 */
export async function* readEventsFile(
	source: string | Uint8Array,
	options: ReadEventsOptions,
): AsyncGenerator<ImportItem> {
	const bytes = typeof source === 'string' ? await readWithin(source) : source;
	if (bytes === null || bytes.length > MAX_BYTES) {
		yield problem('too-large', 'This file is larger than 100 MB. Please split it.');
		return;
	}
	const timeZone = canonicalTimeZone(options.timeZone ?? 'UTC') ?? 'UTC';
	const now = Temporal.Instant.fromEpochMilliseconds(options.now.getTime());
	const beginning = Buffer.from(bytes.subarray(0, 4_096))
		.toString('latin1')
		.replaceAll('\0', '')
		.replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '');
	if (/^[ \t]*BEGIN[ \t]*:/im.test(beginning)) {
		yield* readCalendar(bytes, { timeZone, now });
	} else if (/^\s*\{/.test(beginning)) {
		yield* readJsonLines(bytes, timeZone);
	} else {
		const items = await openEventTable(bytes, { timeZone });
		if (items) yield* items;
		else yield refusal(bytes);
	}
}

async function readWithin(path: string): Promise<Uint8Array | null> {
	const { size } = await stat(path);
	return size > MAX_BYTES ? null : readFile(path);
}

function* readJsonLines(bytes: Uint8Array, timeZone: string): Generator<ImportItem> {
	let text: string;
	try {
		text = decodeText(bytes, { damage: 'replace' }).text;
	} catch (error) {
		if (!(error instanceof TextProblem)) throw error;
		yield problem(error.code, error.message.trim());
		return;
	}
	yield* readRecords(text, { timeZone });
}

function refusal(bytes: Uint8Array): ImportItem {
	try {
		decodeText(bytes, {
			advice: message`Choose a calendar file (.ics), a table (.csv, .xlsx) or JSON Lines.`,
		});
	} catch (error) {
		if (error instanceof TextProblem) return problem(error.code, error.message);
		throw error;
	}
	return problem(
		'unknown-format',
		'This file is neither a calendar (BEGIN:VCALENDAR), nor JSON Lines, nor a table with columns for title and start.',
	);
}

function problem(code: string, message: string): ImportItem {
	return { row: 0, problem: { code, message } };
}
