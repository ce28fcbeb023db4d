import type { Tx } from '#server/db/client.ts';
import type { Author } from '#server/domain/events/changes/author.ts';
import { readSetsOf } from '#server/domain/events/changes/change-many.ts';
import { editRow, holdRows, readRows } from '#server/domain/events/changes/parts.ts';
import { type AllRows, fieldOf, isSameJson, valueAt } from '#server/domain/events/changes/rows.ts';
import { editEvent, type FieldEffect } from '#server/domain/events/commands/update-event.ts';
import { type EventRow, lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { changeDates } from '#shared/contracts/series-changes.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { wallTimeOf } from '#shared/rules/event-times.ts';
import { lengthOf } from '../commands/make-series.ts';
import type { Segment, SeriesScope } from '../series-record.ts';
import { type DateRows, type Difference, differences, seriesParts, toSeries } from '../series-rows.ts';
import { type NewTimes, slotOf } from './change-segments.ts';
import type { DatesInScope } from './dates-in-scope.ts';

export type DateChanges = BodyOf<typeof changeDates>['changes'];

/** The effect of an edit of one date on its series. */
export interface FromEdit {
	row: EventRow;
	before: AllRows;
	after: AllRows;
	/** The date in terms of its series before the edit. */
	read: DateRows;
	/** What it changed, by the paths of the series; times aside. */
	changes: Difference[];
	times: NewTimes | null;
	/** The edit rules of the event’s fields. */
	effects: FieldEffect[];
	/** Change sets of the date that were saved before, which the change takes over. */
	adopted: string[];
}

/**
 * Makes an edit on the date that it comes from, by the commands of single events, and says what it means for the others.
 * @throws what those commands throw, `series-day-moved`
 */
export async function editFrom(
	services: Services,
	tx: Tx,
	scope: SeriesScope,
	how: {
		dates: DatesInScope;
		segments: readonly Segment[];
		changes: DateChanges;
		passwordHash: string | null | undefined;
		by: Author;
		/** Whether other dates are to follow. */
		isMany: boolean;
	},
): Promise<FromEdit> {
	const { dates, changes } = how;
	const { organisationId } = scope;
	const event = { organisationId, eventId: dates.from.id };
	if (changes.tickets || changes.changeSets)
		await holdRows(services, tx, organisationId, [...dates.rows.keys()], seriesParts);
	const row = dates.rows.get(dates.from.id) as EventRow;
	const before = await readRows(services, tx, event, seriesParts);
	for (const { id, changes: fields } of changes.tickets ?? [])
		await editRow(services, tx, event, { part: 'tickets', id, changes: fields });
	let effects: FieldEffect[] = [];
	if (changes.event)
		({ effects } = await editEvent(services, tx, {
			...event,
			input: changes.event,
			ifMatch: undefined,
			passwordHash: how.passwordHash,
			by: how.by,
			isPart: true,
		}));
	const after = await readRows(services, tx, event, seriesParts);
	const former = structuredClone(before);
	const sets = changes.changeSets ? await readSetsOf(tx, event, changes.changeSets) : [];
	const formerRow = { ...row };
	for (const { changes: saved } of sets) revert(former, formerRow, saved);
	const now = await lockEvent(tx, event);
	const times = readNewTimes(formerRow, now, how);
	// Moments of sales are compared by the day that they had: a new start alone moves none of them.
	const read = toSeries(former, formerRow);
	const made = toSeries(after, times?.timeZone === undefined ? formerRow : now);
	return {
		row,
		before,
		after,
		read,
		changes: differences(read.rows, made.rows),
		times,
		effects,
		adopted: sets.map(({ id }) => id),
	};
}

/** Takes what was saved before out of a reading, as far as it is still so. */
function revert(
	all: AllRows,
	row: EventRow,
	saved: readonly { part: string; path: string; subject: string; before: unknown; after: unknown }[],
): void {
	for (const { part, path, subject, before, after } of saved) {
		const rows = all.get(part);
		if (!rows || !isSameJson(valueAt(all, path) ?? null, after ?? null)) continue;
		if (
			after === null &&
			before !== null &&
			path !== 'event' &&
			path.split('.').length === 2 &&
			part !== 'event'
		)
			rows.set(path, { subject, values: before as Record<string, unknown> });
		else if (before === null && path.split('.').length === 2 && part !== 'event') rows.delete(path);
		else {
			const values = rows.get(part === 'event' ? 'event' : path.split('.').slice(0, 2).join('.'))?.values;
			if (values) values[fieldOf(path)] = before;
		}
		if (path === 'event.startsAt' || path === 'event.endsAt')
			Object.assign(row, { [fieldOf(path)]: new Date(String(before)) });
		if (path === 'event.timeZone') row.timeZone = String(before);
	}
}

/** The effect of one date’s new times on all dates. @throws `series-day-moved` */
function readNewTimes(
	before: EventRow,
	after: EventRow,
	how: { segments: readonly Segment[]; dates: DatesInScope; isMany: boolean },
): NewTimes | null {
	const isSame =
		+before.startsAt === +after.startsAt &&
		+before.endsAt === +after.endsAt &&
		before.timeZone === after.timeZone;
	if (isSame || !how.isMany) return null;
	const [was, is] = [before, after].map(({ startsAt, timeZone }) => wallTimeOf(startsAt, timeZone)) as [
		string,
		string,
	];
	if (was.slice(0, 10) !== is.slice(0, 10))
		throw ruleViolation(
			'series-day-moved',
			message`Change how the series repeats to move its dates to another day.`,
		);
	const times: NewTimes = {};
	if (was.slice(11, 16) !== is.slice(11, 16))
		times.start = { slot: slotOf(how.dates.from.key, how.segments), time: is.slice(11, 16) };
	if (lengthOf(before) !== lengthOf(after)) times.lengthMinutes = lengthOf(after);
	if (before.timeZone !== after.timeZone) times.timeZone = after.timeZone;
	return Object.keys(times).length > 0 ? times : null;
}
