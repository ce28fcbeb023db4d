import type { Tx } from '#server/db/client.ts';
import { eventSeriesExceptions } from '#server/db/tables/series.ts';
import { holdRows } from '#server/domain/events/changes/parts.ts';
import { requireOpening } from '#server/domain/events/commands/change-status.ts';
import { rekeyDates } from '#server/domain/events/commands/series-columns.ts';
import type { EventRow } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { localDayOf, wallTimeOf } from '#shared/rules/event-times.ts';
import { keyOrder, readKey } from '#shared/rules/series/date-times.ts';
import type { Repeat } from '#shared/rules/series/repeat.ts';
import { readExistingDates } from '../dates-of-series.ts';
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
import { seriesParts } from '../series-rows.ts';
import type { DoneChange } from './change-dates.ts';
import type { NewChange } from './change-record.ts';
import type { DateRef, DatesInScope } from './dates-in-scope.ts';
import { findOrdered, tryDelete } from './delete-dates.ts';
import { matchDates, periodOf, periodStart } from './match-dates.ts';
import { moveDates } from './move-dates.ts';
import { newOutcome, type OldDate, pastOutcome, stayingOutcome } from './repeat-outcomes.ts';

export interface RepeatEdit {
	scope: SeriesScope;
	series: SeriesRow;
	segments: readonly Segment[];
	dates: DatesInScope;
	change: NewChange;
	repeat: Repeat;
}

/**
 * Gives a series another rule from a date on. Dates move with their guests within their week or month; those for which the rule has no place
 * are deleted where nobody has ever ordered, and stay as manually added dates where somebody has.
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
	const { ahead: left } = await readExistingDates(tx, scope);
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
		message`All dates of this series are over or cancelled. Create a new series instead.`,
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
			message`This rule creates no dates from here on. Choose other days, or a later end.`,
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
	const earlier = before.map((segment, index): Segment => {
		if (index < before.length - 1 || segment.rule === '') return segment;
		const made = keysOfRule(segment, { untilDay: cut.slice(0, 10), most: 20_000 });
		return { ...segment, count: made.filter((key) => keyOrder(key) < cut).length, untilOn: null };
	});
	return [...earlier, { ...base, ...planned.segment, startTimes: [...planned.segment.startTimes] }].map(
		(segment, position) => ({ ...segment, position }),
	);
}

/** Dates that are over or cancelled and that the new rule does not make: they stay as manually added dates. */
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

/** The key of a manually added date that the rule has no place for. */
function handKey(key: string, taken: readonly string[]): string {
	const { day, slot } = readKey(key);
	let next = slot;
	while (taken.includes(`+${day}/${next}`)) next += 1;
	return `+${day}/${next}`;
}
