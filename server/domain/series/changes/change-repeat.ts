import type { Tx } from '#server/db/client.ts';
import { eventSeriesExceptions } from '#server/db/tables/series.ts';
import {
	type ChangedEvent,
	type EventColumns,
	writeEvents,
} from '#server/domain/events/changes/change-many.ts';
import { readEditStates } from '#server/domain/events/changes/edit-state.ts';
import { holdRows, readRowsOfMany, restoreRows } from '#server/domain/events/changes/parts.ts';
import { compareRows } from '#server/domain/events/changes/rows.ts';
import { requireOpening } from '#server/domain/events/commands/change-status.ts';
import { rekeyDates } from '#server/domain/events/commands/series-columns.ts';
import { judgeChanges, moveWhatGuestsKnew } from '#server/domain/events/commands/update-event.ts';
import type { EventRow } from '#server/domain/events/event-rows.ts';
import { wholeTimes } from '#server/domain/events/event-times.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { localDayOf, wallTimeOf } from '#shared/rules/event-times.ts';
import { dateTimes, keyOrder, readKey } from '#shared/rules/series/date-times.ts';
import type { Repeat } from '#shared/rules/series/repeat.ts';
import { lengthOf } from '../commands/make-series.ts';
import { readStanding } from '../dates-of-series.ts';
import { makeDates } from '../make-dates.ts';
import { type PlannedSeries, planSeries } from '../plan-dates.ts';
import { keysOfRule, requireCourse, requireFewDates, requireRule } from '../rule.ts';
import {
	readExceptions,
	type Segment,
	type SeriesRow,
	type SeriesScope,
	segmentOf,
	touchSeries,
	writeSegments,
} from '../series-record.ts';
import { type Difference, seriesParts, toRowChanges, toSeries } from '../series-rows.ts';
import type { DoneChange } from './change-dates.ts';
import type { NewChange } from './change-record.ts';
import type { DateRef, DatesInScope } from './dates-in-scope.ts';
import { findOrdered, tryDelete } from './delete-dates.ts';
import { eventEffects, hasOwnTimes, seriesTimes } from './follow-dates.ts';
import { matchDates, periodOf, periodStart } from './match-dates.ts';
import type { Outcome } from './plan.ts';

interface RepeatEdit {
	scope: SeriesScope;
	series: SeriesRow;
	segments: readonly Segment[];
	dates: DatesInScope;
	change: NewChange;
	repeat: Repeat;
}

interface OldDate {
	ref: DateRef;
	key: string;
	row: EventRow;
	hasGuests: boolean;
}

/**
 * Gives a series another rule from a date on. Dates move with their guests within their week or month; those for which the rule has no place
 * are deleted where nobody has ever ordered, and stay as dates by hand where somebody has.
 * @throws what `planSeries` throws, `series-no-dates`, the first refusal of the table of edit rules
 */
export async function changeRepeat(services: Services, tx: Tx, how: RepeatEdit): Promise<DoneChange> {
	const { scope, dates, change, segments } = how;
	const { organisationId } = scope;
	const first = firstAhead(dates);
	const model = dates.rows.get(first.id) as EventRow;
	const base = segmentOf(first.key, segments);
	const today = localDayOf(services.clock.now(), base.timeZone);
	const planned = planFrom(how.repeat, { first, dates, base, today });
	const after = segmentsAfter(segments, base, planned, first.key);
	await holdRows(services, tx, organisationId, [...dates.rows.keys()], seriesParts);
	const ahead = dates.refs.filter(
		({ key, isPast }) => !isPast && keyOrder(key) >= keyOrder(first.key) && !readKey(key).isByHand,
	);
	const ordered = await findOrdered(
		tx,
		organisationId,
		ahead.map(({ id }) => id),
	);
	const old = ahead.map(
		(ref): OldDate => ({
			ref,
			key: ref.key,
			row: dates.rows.get(ref.id) as EventRow,
			hasGuests: ordered.has(ref.id),
		}),
	);
	const gone = new Set((await readExceptions(tx, scope)).map(({ key }) => key));
	const taken = new Set(dates.all.filter((ref) => !ahead.includes(ref)).map(({ key }) => key));
	// Days that were removed stay so, unless they are named; dates that stay as they are keep theirs.
	const ruled = planned.dates.filter(
		({ key }) => !taken.has(key) && (readKey(key).isByHand || !gone.has(key)),
	);
	const byHand = ruled.filter(({ key }) => readKey(key).isByHand);
	const matched = matchDates(
		old,
		ruled.map(({ key }) => key).filter((key) => !readKey(key).isByHand),
		how.repeat.rule,
	);
	const removed: OldDate[] = [];
	const single: OldDate[] = [];
	for (const date of matched.left)
		if (!date.hasGuests && (await tryDelete(services, tx, { organisationId, eventId: date.row.id })))
			removed.push(date);
		else single.push(date);
	const keys = new Map(matched.moved.map(({ date, key }) => [date.row.id, key]));
	const resting = restingDates(dates, planned, after, first.key);
	for (const { id, key } of [...single.map(({ ref }) => ref), ...resting])
		keys.set(
			id,
			handKey(key, [...dates.all, ...byHand].map((one) => one.key).concat([...keys.values(), ...gone])),
		);
	const keyBefore = new Map(dates.all.map(({ id, key }) => [id, key]));
	const moves = await moveDates(services, tx, how, { moved: matched.moved, after });
	await rekeyDates(
		tx,
		scope,
		[...keys].flatMap(([id, key]) => (key === keyBefore.get(id) ? [] : [{ id, key }])),
	);
	await writeSegments(tx, scope, after);
	if (planned.skipped.length > 0)
		await tx
			.insert(eventSeriesExceptions)
			.values(planned.skipped.map((key) => ({ ...scope, key, kind: 'skipped' as const })))
			.onConflictDoNothing();
	const isPublished = model.status === 'published';
	const fresh = [...matched.made.map((key) => ({ key })), ...byHand];
	if (isPublished && fresh.length > 0) await requireOpening(services, tx, model);
	const made = await makeDates(services, tx, scope, {
		dates: fresh,
		segments: after,
		model: first.id,
		isPublished,
		createdBy: change.by.kind === 'member' ? change.by.id : null,
		isDemo: model.isDemo,
	});
	const { ahead: left } = await readStanding(tx, scope);
	requireFewDates(left);
	requireCourse(how.series.booking, { ahead: left, isOpen: planned.isOpen });
	await touchSeries(tx, scope, planned.isOpen ? { stoppedAt: null, extendOn: today } : { extendOn: null });
	for (const [id, key] of keys) {
		const known = keyBefore.get(id);
		if (known && known !== key) change.before.keys[id] = known;
	}
	for (const id of made) change.before.keys[id] = null;
	change.before.removed = removed.map(({ row, key }) => ({ eventId: row.id, key }));
	change.before.isMoved = true;
	change.moreDates = made.length + removed.length;
	return {
		outcomes: [
			...moves.outcomes,
			...fresh.map((date, index) => newOutcome(made[index] ?? null, date, after)),
			...removed.map((date) => stayingOutcome(date, 'removed', date.key)),
			...single.map((date) => stayingOutcome(date, 'single', keys.get(date.row.id) as string)),
			...dates.refs.filter(({ isPast }) => isPast).map(pastOutcome),
		].sort((a, b) => (a.startsAtLocal < b.startsAtLocal ? -1 : 1)),
		events: moves.events,
		isChanged: true,
	};
}

/** The first date that the new rule reaches. @throws `series-over` */
function firstAhead({ from, refs }: DatesInScope): DateRef {
	const first = from.isPast
		? refs.find(({ isPast }) => !isPast)
		: refs.find(({ isPast, id }) => !isPast || id === from.id);
	if (first) return first;
	throw ruleViolation(
		'series-over',
		message`All dates of this series are over or cancelled. Make a new series instead.`,
	);
}

/** The dates of the new rule: from the beginning of the week or month of the first one, but none before today or before the others. */
function planFrom(
	repeat: Repeat,
	of: { first: DateRef; dates: DatesInScope; base: Segment; today: string },
): PlannedSeries {
	const { first, dates, base, today } = of;
	requireRule(repeat.rule);
	const startTimes = [...new Set(repeat.startTimes ?? base.startTimes)].sort();
	const { day } = readKey(first.key);
	const wanted = { ...repeat, startTimes };
	if (repeat.rule === '') {
		const known = wallTimeOf(first.startsAt, base.timeZone).slice(0, 16);
		const own = [...new Set([...startTimes, known.slice(11)])].sort();
		return planSeries({ ...wanted, startTimes: own }, { startsAtLocal: known }, today);
	}
	const isFirstOfPeriod = !dates.all.some(
		({ key }) =>
			keyOrder(key) < keyOrder(first.key) &&
			readKey(key).day >= today &&
			periodOf(readKey(key).day, repeat.rule) === periodOf(day, repeat.rule),
	);
	const earliest = [isFirstOfPeriod ? periodStart(day, repeat.rule) : day, today].sort()[1] as string;
	const anchor = periodStart(day, repeat.rule);
	const rule = { rule: repeat.rule, count: null, untilOn: repeat.until ?? null, startTimes };
	// Earlier dates of its day keep their places.
	const isAfterOthers = dates.refs.some(
		({ key }) => readKey(key).day === day && keyOrder(key) < keyOrder(first.key),
	);
	const found = keysOfRule({ ...rule, fromKey: `${anchor}/1` }, { most: 500 }).find(
		(key) =>
			readKey(key).day >= earliest &&
			!(isAfterOthers && readKey(key).day === day && keyOrder(key) < keyOrder(first.key)),
	);
	if (found === undefined)
		throw ruleViolation(
			'series-no-dates',
			message`This rule makes no dates from here on. Choose other days, or a later end.`,
		);
	const start = readKey(found);
	return planSeries(wanted, { startsAtLocal: `${start.day}T${startTimes[start.slot - 1]}` }, today);
}

/** Segments up to the first date as they are, and the new rule from there on. */
function segmentsAfter(
	segments: readonly Segment[],
	base: Segment,
	planned: PlannedSeries,
	firstKey: string,
): Segment[] {
	const cut = [keyOrder(planned.segment.fromKey), keyOrder(firstKey)].sort()[0] as string;
	const before = segments.filter(({ fromKey }) => keyOrder(fromKey) < cut);
	const kept = before.map((segment, index): Segment => {
		if (index < before.length - 1 || segment.rule === '') return segment;
		const made = keysOfRule(segment, { untilDay: cut.slice(0, 10), most: 20_000 });
		return { ...segment, count: made.filter((key) => keyOrder(key) < cut).length, untilOn: null };
	});
	return [...kept, { ...base, ...planned.segment, startTimes: [...planned.segment.startTimes] }].map(
		(segment, position) => ({ ...segment, position }),
	);
}

/** Dates that are over or cancelled and that the new rule does not make: they stay as dates by hand. */
function restingDates(
	{ all }: DatesInScope,
	planned: PlannedSeries,
	after: readonly Segment[],
	firstKey: string,
): DateRef[] {
	const made = new Set([...planned.dates.map(({ key }) => key), ...planned.skipped]);
	const cut = [keyOrder(after.at(-1)?.fromKey ?? firstKey), keyOrder(firstKey)].sort()[0] as string;
	return all.filter(
		({ key, isPast }) => isPast && keyOrder(key) >= cut && !readKey(key).isByHand && !made.has(key),
	);
}

/** A key by hand for a date that the rule has no place for. */
function handKey(key: string, taken: readonly string[]): string {
	const { day, slot } = readKey(key);
	let next = slot;
	while (taken.includes(`+${day}/${next}`)) next += 1;
	return `+${day}/${next}`;
}

const startOf = ({ startsAt, timeZone }: Pick<EventRow, 'startsAt' | 'timeZone'>) =>
	wallTimeOf(startsAt, timeZone);

/** Moves dates to the times of their new keys. What a date has as times of its own stays its time of day. */
async function moveDates(
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

const pick = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => ({ startsAt, endsAt });

const blank = {
	effects: [],
	keeps: [],
	guests: 0,
	refusal: null,
	keyBefore: null,
	startsAtLocalBefore: null,
};

const newOutcome = (
	eventId: string | null,
	{ key, startsAtLocal }: { key: string; startsAtLocal?: string },
	segments: readonly Segment[],
): Outcome => {
	const segment = segmentOf(key, segments);
	const local = startsAtLocal ?? wallTimeOf(dateTimes(key, segment).startsAt, segment.timeZone);
	return { ...blank, eventId, key, startsAtLocal: local, outcome: 'new' };
};

const stayingOutcome = (date: OldDate, outcome: 'removed' | 'single', key: string): Outcome => ({
	...blank,
	eventId: date.row.id,
	key,
	keyBefore: key === date.key ? null : date.key,
	startsAtLocal: startOf(date.row),
	guests: date.hasGuests ? 1 : 0,
	outcome,
});

const pastOutcome = (ref: DateRef): Outcome => ({
	...blank,
	eventId: ref.id,
	key: ref.key,
	startsAtLocal: wallTimeOf(ref.startsAt, ref.timeZone),
	outcome: 'past',
});
