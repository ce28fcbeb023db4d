import { createHash } from 'node:crypto';
import { readTable, type Table, TableProblem } from '#server/platform/table/read-table.ts';
import { isZip } from '#server/platform/table/read-xlsx.ts';
import { canonicalTimeZone } from '#shared/lib/time-zones.ts';
import { type EventCategory, eventCategories } from '#shared/rules/event-categories.ts';
import { type EventDraft, type ImportItem, type ImportWarning, makeDraft, RowProblem } from '../draft.ts';
import { guessCategory } from '../guess-category.ts';
import { findCountryCode } from '../places/country-names.ts';
import { guessTimeZone } from '../places/guess-time-zone.ts';
import { oneLine } from '../texts.ts';
import { zoneOfName } from '../zones/named-zone.ts';
import { type EventField, type EventMapping, guessEventColumns, isEventColumnName } from './columns.ts';
import { type CellTime, type DateOrder, dateOrderOf, readCellTime, readTime } from './dates.ts';

/** The meaning of a table’s columns, or why it is no list of events. */
type Opened = { table: Table; mapping: EventMapping } | { item: ImportItem };

/**
 * Reads a list of events from CSV, TSV or Excel (.xlsx), one event a row. The columns are guessed from their names; the first item
 * names them.
 * @returns null when the text has no columns for title and start, so that it is no list of events
 */
export async function openEventTable(
	bytes: Uint8Array,
	defaults: { timeZone: string },
): Promise<Iterable<ImportItem> | null> {
	const opened = await open(bytes);
	if (opened === null) return null;
	return 'item' in opened ? [opened.item] : readRows(opened.table, opened.mapping, defaults);
}

async function open(bytes: Uint8Array): Promise<Opened | null> {
	let table: Table;
	try {
		table = await readTable(bytes, { isKnownColumnName: isEventColumnName, hasHeader: true });
	} catch (error) {
		if (!(error instanceof TableProblem)) throw error;
		const { code, message } = error;
		// A text that is no table is reported by the caller, unless it is one that was damaged.
		const isTable =
			isZip(bytes) || code === 'ragged-rows' || code === 'unclosed-quote' || code === 'too-large';
		return isTable ? { item: { row: 0, problem: { code, message } } } : null;
	}
	const mapping = guessEventColumns(table.columns);
	if (mapping.title !== undefined && mapping.startsAt !== undefined) return { table, mapping };
	if (table.encoding !== null) return null;
	const message = 'The first row of this workbook has no columns for the title and the start of events.';
	return { item: { row: 0, problem: { code: 'no-columns', message } } };
}

function* readRows(
	table: Table,
	mapping: EventMapping,
	defaults: { timeZone: string },
): Generator<ImportItem> {
	const list = Object.entries(mapping).map(([field, column]) => `${field} from “${table.columns[column]}”`);
	yield { row: 0, note: `Columns: ${list.join(', ')}.` };
	const dates = table.rows.flatMap(({ cells }) =>
		[mapping.startsAt, mapping.endsAt].map((column) => cells[column ?? -1] ?? ''),
	);
	const order = dateOrderOf(dates);
	if (order === null)
		yield {
			row: 0,
			note: 'Dates such as 3/4/2026 were read with the day first. Write 2026-04-03 to be certain.',
		};
	const read = { mapping, order: order ?? 'day-first', timeZone: defaults.timeZone };
	for (const { row, cells } of table.rows) {
		if (cells.every((cell) => cell.trim() === '')) continue;
		try {
			yield { row, draft: draftOfRow(cells, read) };
		} catch (error) {
			if (!(error instanceof RowProblem)) throw error;
			yield { row, problem: { code: error.code, message: error.message } };
		}
	}
}

function draftOfRow(
	cells: readonly string[],
	{ mapping, order, timeZone: fallback }: { mapping: EventMapping; order: DateOrder; timeZone: string },
): EventDraft {
	const cell = (field: EventField) => (cells[mapping[field] ?? -1] ?? '').trim();
	const warnings: ImportWarning[] = [];
	const title = oneLine(cell('title'));
	const countryCode = findCountryCode(cell('country')) ?? '';
	const place = { countryCode, city: oneLine(cell('city')), region: oneLine(cell('region')) };
	const timeZone = zoneOf(cell('timeZone'), place, fallback, warnings);
	const start = timeOf(cell('startsAt'), cell('startTime'), order);
	if (!start) throw new RowProblem('bad-date', startProblem(cell('startsAt')));
	const isMarkedAllDay = isYes(cell('allDay'));
	if (isMarkedAllDay) start.time = null;
	const isAllDay = start.time === null;
	const isPrivate = isNotPublic(cell('isPrivate')) || isNotPublic(cell('sensitivity'));
	if (isPrivate) warnings.push({ code: 'private-draft', detail: title.slice(0, 60) });
	const tags = cell('tags').split(/[,;|]/);
	return makeDraft({
		sourceName: 'table',
		sourceId: cell('id') || hashOf([title, start.date, start.time ?? '', cell('venueName'), place.city]),
		title,
		summary: cell('summary'),
		description: cell('description'),
		category: categoryOf(cell('category'), [title, ...tags]),
		tags,
		format: cell('onlineUrl') === '' ? 'in_person' : hasPlace(cell) ? 'hybrid' : 'online',
		venueName: cell('venueName'),
		address: cell('address'),
		...place,
		onlineUrl: cell('onlineUrl'),
		externalUrl: cell('externalUrl'),
		timeZone,
		start: pointOf(start),
		end: endOf(cell, { start, order, isAllDay }),
		isAllDay,
		...(isPrivate ? { visibility: 'unlisted', status: 'draft' } : {}),
		warnings,
	});
}

const isYes = (text: string) => /^(1|x|y|yes|true|wahr|ja|j|vrai|oui|verdadero|vero|s[iì]|waar)$/i.test(text);
/** What says that an event is for everybody; any other word in such a column says that it is not. */
const isNotPublic = (text: string) =>
	!/^(|0|n|no|false|falsch|nein|faux|non|falso|onwaar|nee|none|normal|public|offentlich|öffentlich|listed)$/i.test(
		text,
	);

const hasPlace = (cell: (field: EventField) => string) =>
	(['venueName', 'address', 'city'] as const).some((field) => cell(field) !== '');

function startProblem(text: string): string {
	return text === '' ? 'The event has no start.' : `“${oneLine(text).slice(0, 40)}” is not a date.`;
}

/** A date with the time of the cell beside it, if it has none of its own. */
function timeOf(date: string, time: string, order: DateOrder): CellTime | null {
	const found = readCellTime(date, order);
	if (!found || found.time !== null || time === '') return found;
	const beside = readTime(time);
	return beside ? { ...found, ...beside } : found;
}

/** The end; a time alone is of the first day, or of the next one when it is before the start. */
function endOf(
	cell: (field: EventField) => string,
	{ start, order, isAllDay }: { start: CellTime; order: DateOrder; isAllDay: boolean },
): { instant: string } | { local: string } | null {
	const end = timeOf(cell('endsAt'), cell('endTime'), order);
	if (end) {
		// Outlook ends whole days at the midnight behind them.
		const isBehind = end.time === '00:00' && end.date > start.date;
		if (isAllDay) return { local: `${isBehind ? end.date : dayAfter(end.date)}T00:00` };
		return end.time === null && end.date === start.date
			? null
			: pointOf({ ...end, time: end.time ?? '23:59' });
	}
	const time = readTime(cell('endTime')) ?? readTime(cell('endsAt'));
	if (!time || start.time === null) return null;
	const date = time.time <= start.time ? dayAfter(start.date) : start.date;
	return pointOf({ date, time: time.time, offset: time.offset ?? start.offset });
}

function dayAfter(date: string): string {
	try {
		return Temporal.PlainDate.from(date, { overflow: 'reject' }).add({ days: 1 }).toString();
	} catch {
		throw new RowProblem('bad-date', `“${date}” is not a date.`);
	}
}

function pointOf({ date, time, offset }: CellTime): { instant: string } | { local: string } {
	const local = `${date}T${time ?? '00:00'}`;
	return offset ? { instant: `${local}:00${offset}` } : { local };
}

function zoneOf(
	name: string,
	place: { countryCode: string; city: string; region: string },
	fallback: string,
	warnings: ImportWarning[],
): string {
	const named = name === '' ? null : (canonicalTimeZone(name) ?? zoneOfName(name));
	if (named) return canonicalTimeZone(named) ?? fallback;
	if (name !== '') warnings.push({ code: 'zone-unknown', detail: oneLine(name).slice(0, 60) });
	const guessed = canonicalTimeZone(guessTimeZone(place) ?? '');
	if (name === '')
		warnings.push(
			guessed ? { code: 'zone-guessed', detail: guessed } : { code: 'zone-assumed', detail: fallback },
		);
	return guessed ?? fallback;
}

function categoryOf(text: string, hints: string[]): EventCategory {
	const exact = eventCategories.find((category) => category === text.toLowerCase());
	return exact ?? guessCategory([text, ...hints], 'other');
}

function hashOf(parts: string[]): string {
	return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);
}
