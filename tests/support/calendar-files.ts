import { readFileSync } from 'node:fs';
import { readCalendar } from '#server/domain/events/import/calendar/read-calendar.ts';
import type { EventDraft, ImportItem } from '#server/domain/events/import/draft.ts';

/** The instant at which the files are read. */
export const now = Temporal.Instant.from('2026-11-21T08:00:00Z');

/** A file of `tests/fixtures/import`. */
export const fixture = (name: string) => readFileSync(new URL(`../fixtures/import/${name}`, import.meta.url));

/** All that is read of a file, faults included. */
export const read = (source: string | Uint8Array, timeZone = 'UTC'): ImportItem[] => [
	...readCalendar(typeof source === 'string' ? Buffer.from(source, 'utf8') : source, { timeZone, now }),
];

/** The events that are read of a file. */
export const drafts = (source: string | Uint8Array, timeZone?: string): EventDraft[] =>
	read(source, timeZone).flatMap((item) => ('draft' in item ? [item.draft] : []));

/** `[row, code of the problem or ok]` of all that is read. */
export const outcome = (source: string | Uint8Array) =>
	read(source).map((item) => [item.row, 'problem' in item ? item.problem.code : 'ok']);

/** Codes of the warnings of an event. */
export const codes = (draft: EventDraft | undefined) => draft?.warnings.map(({ code }) => code);

/** A calendar of entries, each given by its lines. */
export function calendar(...events: string[]): string {
	const body = events.map(
		(event) => `BEGIN:VEVENT\r\n${event.trim().replace(/\n\s*/g, '\r\n')}\r\nEND:VEVENT\r\n`,
	);
	return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test\r\n${body.join('')}END:VCALENDAR\r\n`;
}
