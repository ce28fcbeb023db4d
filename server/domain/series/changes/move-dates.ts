import type { Tx } from '#server/db/client.ts';
import {
	type ChangedEvent,
	type EventColumns,
	writeEvents,
} from '#server/domain/events/changes/change-many.ts';
import { readEditStates } from '#server/domain/events/changes/edit-state.ts';
import { readRowsOfMany, restoreRows } from '#server/domain/events/changes/parts.ts';
import { compareRows } from '#server/domain/events/changes/rows.ts';
import { judgeChanges, moveWhatGuestsKnew } from '#server/domain/events/commands/update-event.ts';
import type { EventRow } from '#server/domain/events/event-rows.ts';
import { wholeTimes } from '#server/domain/events/event-times.ts';
import type { Services } from '#server/services.ts';
import { dateTimes, readKey } from '#shared/rules/series/date-times.ts';
import { lengthOf } from '../commands/make-series.ts';
import { type Segment, segmentOf } from '../series-record.ts';
import { type Difference, toRowChanges, toSeries } from '../series-rows.ts';
import type { RepeatEdit } from './change-repeat.ts';
import { eventEffects, hasOwnTimes, seriesTimes } from './follow-dates.ts';
import type { Outcome } from './plan.ts';
import { type OldDate, pick, startOf } from './repeat-outcomes.ts';

/** Moves dates to the times of their new keys. What a date has as times of its own stays its time of day. */
export async function moveDates(
	services: Services,
	tx: Tx,
	how: RepeatEdit,
	of: { moved: readonly { date: OldDate; key: string }[]; after: readonly Segment[] },
): Promise<{ outcomes: Outcome[]; events: ChangedEvent[] }> {
	const { organisationId } = how.scope;
	const rows = of.moved.map(({ date }) => date.row);
	const ids = rows.map(({ id }) => id);
	const states = await readEditStates(services, tx, rows);
	const known = await readRowsOfMany(services, tx, organisationId, ids, ['event', 'tickets']);
	const outcomes: Outcome[] = [];
	const edits: { row: EventRow; columns: EventColumns }[] = [];
	for (const { date, key } of of.moved) {
		const { row } = date;
		const columns = timesAt(row, key, segmentOf(date.key, how.segments), segmentOf(key, of.after));
		Object.assign(columns, moveWhatGuestsKnew(row, columns));
		const state = states.get(row.id);
		const effects = state ? judgeChanges(row, columns, state) : [];
		const refused = effects.find(({ rule }) => rule !== null);
		const isMoved = Object.keys(columns).length > 0;
		if (isMoved && !refused) edits.push({ row, columns });
		outcomes.push({
			eventId: row.id,
			key,
			keyBefore: key === date.key ? null : date.key,
			startsAtLocal: startOf({ ...row, ...columns } as EventRow),
			startsAtLocalBefore: isMoved ? startOf(row) : null,
			outcome: refused ? 'refused' : key !== date.key ? 'moved' : isMoved ? 'changed' : 'same',
			effects: eventEffects(row, columns, effects),
			keeps: [],
			guests: (state?.confirmed ?? 0) + (state?.held ?? 0),
			refusal: refused?.rule && refused.message ? { rule: refused.rule, message: refused.message } : null,
		});
	}
	for (const { row, columns } of edits) {
		const all = known.get(row.id);
		if (!all || !columns.startsAt) continue;
		// Sales open and close as long before the new day as before the old one.
		const { rows: read, ids: own } = toSeries(all, row);
		const moments = Object.entries(read.tickets ?? {}).flatMap(([path, { subject, values }]) =>
			['salesStartAt', 'salesEndAt', 'priceTiers'].flatMap((field): Difference[] =>
				values[field] === null ||
				values[field] === undefined ||
				(Array.isArray(values[field]) && values[field].length === 0)
					? []
					: [
							{
								part: 'tickets',
								path: `${path}.${field}`,
								subject,
								before: values[field],
								after: values[field],
							},
						],
			),
		);
		const next = {
			id: row.id,
			startsAt: columns.startsAt as Date,
			timeZone: columns.timeZone ?? row.timeZone,
		};
		if (moments.length > 0)
			await restoreRows(services, tx, { organisationId, eventId: row.id }, toRowChanges(moments, next, own));
	}
	if (edits.length > 0) await writeEvents(services, tx, organisationId, edits);
	const now = await readRowsOfMany(services, tx, organisationId, ids, ['event', 'tickets']);
	return {
		outcomes,
		events: rows.map((before) => ({
			before,
			changes: compareRows(known.get(before.id) ?? new Map(), now.get(before.id) ?? new Map()),
		})),
	};
}

/** The times of a date under its new key, as far as they are others. */
function timesAt(row: EventRow, key: string, was: Segment, is: Segment): EventColumns {
	const hasOwn = hasOwnTimes(row, was);
	if (hasOwn && key === row.seriesKey) return {};
	const own = {
		...is,
		startTimes: [startOf(row).slice(11, 16)],
		lengthMinutes: lengthOf(row),
		timeZone: row.timeZone,
	};
	const times = hasOwn
		? wholeTimes({
				...pick(dateTimes(`${readKey(key).day}/1`, own)),
				timeZone: row.timeZone,
				isAllDay: row.isAllDay,
			})
		: seriesTimes(key, is, row.isAllDay);
	return Object.fromEntries(
		Object.entries(times).filter(([name, value]) => {
			const before = row[name as keyof EventRow];
			return value instanceof Date ? +value !== +(before as Date) : value !== before;
		}),
	);
}
