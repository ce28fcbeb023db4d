import type { z } from '#shared/lib/z.ts';
import { type EventDraft, type ImportItem, RowProblem } from '../draft.ts';
import { oneLine } from '../texts.ts';
import { conferenceRecord } from './conference-record.ts';
import { draftOfConference } from './conferences.ts';
import { draftOfMeetup, meetupRecord } from './meetups.ts';

/** A line longer than this is no event. */
const MAX_LINE = 1_000_000;

/**
 * Reads JSON Lines, one event in each line. Which kind a line is shows in its fields: a conference has a `name` and a
 * `startDate`, a meetup a `title` and `startsAt` with an offset.
 */
export function* readRecords(text: string, defaults: { timeZone: string }): Generator<ImportItem> {
	let row = 0;
	let position = 0;
	while (position < text.length) {
		row += 1;
		const end = text.indexOf('\n', position);
		const line = text.slice(position, end < 0 ? undefined : end).trim();
		position = end < 0 ? text.length : end + 1;
		if (line === '') continue;
		try {
			yield { row, draft: readLine(line, defaults) };
		} catch (error) {
			if (!(error instanceof RowProblem)) throw error;
			yield { row, problem: { code: error.code, message: error.message } };
		}
	}
}

function readLine(line: string, defaults: { timeZone: string }): EventDraft {
	if (line.length > MAX_LINE) throw new RowProblem('too-long', 'The line is longer than any event.');
	if (line.includes('\ufffd')) throw new RowProblem('damaged-text', 'The line has bytes that are not UTF-8.');
	let record: unknown;
	try {
		record = JSON.parse(line);
	} catch {
		throw new RowProblem('not-json', 'The line is not JSON.');
	}
	if (typeof record !== 'object' || record === null || Array.isArray(record)) {
		throw new RowProblem('not-an-event', 'The line is no JSON object.');
	}
	if ('name' in record && 'startDate' in record) {
		return draftOfConference(parse(conferenceRecord, record), defaults);
	}
	if ('title' in record && 'startsAt' in record) return draftOfMeetup(parse(meetupRecord, record), defaults);
	throw new RowProblem('not-an-event', 'The line is neither a conference nor a meetup.');
}

function parse<T extends z.ZodType>(schema: T, record: object): z.output<T> {
	const result = schema.safeParse(record);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const field = issue?.path.join('.') ?? '';
	throw new RowProblem('bad-field', oneLine(`The field “${field}” cannot be read: ${issue?.message ?? ''}.`));
}
