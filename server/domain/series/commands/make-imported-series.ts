import type { Tx } from '#server/db/client.ts';
import { eventSeriesExceptions } from '#server/db/tables/series.ts';
import { readRows, restoreRows } from '#server/domain/events/changes/parts.ts';
import type { ImportedDate } from '#server/domain/events/commands/import-events.ts';
import { joinSeries, nameByDay } from '#server/domain/events/commands/series-columns.ts';
import { type EventRow, lockEvent } from '#server/domain/events/event-rows.ts';
import { slugFromTitle } from '#server/domain/events/slug.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { newId } from '#shared/lib/ids.ts';
import { keyOrder, readKey } from '#shared/rules/series/date-times.ts';
import { MAX_DATE_MINUTES } from '#shared/rules/series/repeat.ts';
import { datesOfDay } from '../dates-of-series.ts';
import { nextByHand } from '../plan-dates.ts';
import { keysOfRule, requireRule, type SegmentRule } from '../rule.ts';
import { lockSeries, readSegments, touchSeries, writeSegments } from '../series-record.ts';
import { differences, seriesParts, toRowChanges, toSeries } from '../series-rows.ts';
import { insertSeries, lengthOf } from './make-series.ts';

/** What repeats most among values. */
function usual<T>(values: readonly T[]): T | undefined {
	const [most] = [...Map.groupBy(values, (value) => value).values()].sort((a, b) => b.length - a.length);
	return most?.[0];
}

const isReadable = (rule: string): boolean => {
	try {
		requireRule(rule);
		return rule !== '';
	} catch (error) {
		if (error instanceof AppError) return false;
		throw error;
	}
};

/** Keys of imported dates, and what the series says of them. */
interface ImportedKeys {
	segment: SegmentRule;
	/** By the id of the event. */
	keys: Map<string, string>;
	skipped: string[];
}

/**
 * Finds the keys of imported dates. Where the rule of the entry makes days of which most came in, they are those of the rule, up to the last
 * of them, and days that did not come in are exceptions; other dates, and all where it does not, are added manually.
 */
export function keysOfImport(dates: readonly ImportedDate[]): ImportedKeys {
	const time = usual(dates.map(({ draft }) => draft.series.time)) ?? '00:00';
	const rule = dates[0]?.draft.series.rule ?? '';
	const days = dates
		.filter(({ draft }) => draft.series.time === time)
		.map(({ draft }) => draft.series.day)
		.sort();
	const segment: SegmentRule = {
		fromKey: `${days[0]}/1`,
		rule,
		count: null,
		untilOn: days.at(-1) ?? null,
		startTimes: [time],
	};
	const made = isReadable(rule) ? keysOfRule(segment, { most: 2 * dates.length }) : [];
	const there = new Set(days.map((day) => `${day}/1`));
	const matching = made.filter((key) => there.has(key));
	const isByRule = made[0] === segment.fromKey && made.length < 2 * matching.length;
	const ofRule = new Set(isByRule ? matching : []);
	const keys = new Map<string, string>();
	const known: { key: string; startsAtLocal: string }[] = [];
	for (const { eventId, draft } of dates) {
		const { day, time: at } = draft.series;
		const own = at === time && ofRule.delete(`${day}/1`) ? `${day}/1` : null;
		const key = own ?? nextByHand(day, at, [time], known) ?? `+${day}/${known.length + 2}`;
		keys.set(eventId, key);
		known.push({ key, startsAtLocal: `${day}T${at}` });
	}
	if (isByRule) return { segment, keys, skipped: made.filter((key) => !there.has(key)) };
	const [first = ''] = [...keys.values()].sort((a, b) => (keyOrder(a) < keyOrder(b) ? -1 : 1));
	return { segment: { ...segment, rule: '', untilOn: null, fromKey: first }, keys, skipped: [] };
}

/**
 * Makes a series of the dates of one repeating entry of a calendar, or adds new ones to the series that it is already. One date alone stays a
 * single event.
 */
export async function makeImportedSeries(
	services: Services,
	tx: Tx,
	organisationId: string,
	dates: readonly ImportedDate[],
): Promise<void> {
	const fresh = dates.filter(({ isNew }) => isNew);
	const known = dates.find(({ seriesId }) => seriesId !== null)?.seriesId;
	if (known) return joinKnown(services, tx, { organisationId, seriesId: known }, fresh);
	if (fresh.length < 2) return;
	const title = usual(fresh.map(({ draft }) => draft.title));
	const usualOnes = fresh.filter(({ draft }) => draft.title === title);
	// The last is ahead where any is: it has tickets.
	const like = usualOnes.filter(({ draft }) => draft.status !== 'cancelled').at(-1) ?? usualOnes[0];
	if (!like) return;
	const rows = new Map<string, EventRow>();
	for (const eventId of fresh.map((date) => date.eventId).sort())
		rows.set(eventId, await lockEvent(tx, { organisationId, eventId }));
	const model = rows.get(like.eventId) as EventRow;
	if (model.endsAt.getTime() - model.startsAt.getTime() > MAX_DATE_MINUTES * 60_000) return;
	const { segment, keys, skipped } = keysOfImport(fresh);
	const all = await readRows(services, tx, { organisationId, eventId: model.id }, seriesParts);
	const { rows: blueprint } = toSeries(all, model);
	// The series has the plain name: that of an event that came in this moment is known to no one yet.
	const plain = slugFromTitle(model.title);
	for (const [id, row] of rows)
		if (row.slug === plain) await nameByDay(tx, row, readKey(keys.get(id) ?? '').day);
	const seriesId = newId();
	const scope = { organisationId, seriesId };
	await insertSeries(tx, { id: seriesId, organisationId, title: model.title });
	await writeSegments(tx, scope, [
		{
			...segment,
			startTimes: [...segment.startTimes],
			position: 0,
			lengthMinutes: lengthOf(model),
			timeZone: model.timeZone,
			blueprint,
		},
	]);
	if (skipped.length > 0)
		await tx
			.insert(eventSeriesExceptions)
			.values(skipped.map((key) => ({ organisationId, seriesId, key, kind: 'skipped' as const })));
	const coverSeed = model.coverSeed ?? model.id;
	for (const [eventId, seriesKey] of keys) {
		await joinSeries(services, tx, { organisationId, eventId }, { seriesId, seriesKey, coverSeed });
		if (eventId !== model.id) await takeTickets(services, tx, rows.get(eventId) as EventRow, blueprint);
	}
}

/** Gives a date that came in with tickets those of its series, so that they are one thing in all dates. */
async function takeTickets(
	services: Services,
	tx: Tx,
	row: EventRow,
	blueprint: Parameters<typeof differences>[0],
): Promise<void> {
	const scope = { organisationId: row.organisationId, eventId: row.id };
	const { rows, ids } = toSeries(await readRows(services, tx, scope, seriesParts), row);
	if (Object.keys(rows.tickets ?? {}).length === 0) return;
	const changes = differences(rows, blueprint).filter(({ part }) => part === 'tickets');
	await restoreRows(services, tx, scope, toRowChanges(changes, row, ids));
}

async function joinKnown(
	services: Services,
	tx: Tx,
	scope: { organisationId: string; seriesId: string },
	fresh: readonly ImportedDate[],
): Promise<void> {
	const { organisationId, seriesId } = scope;
	await lockSeries(tx, scope);
	const segment = (await readSegments(tx, scope)).at(-1);
	if (!segment) return;
	const seed = segment.blueprint.event?.event?.values.coverSeed;
	const coverSeed = typeof seed === 'string' ? { coverSeed: seed } : {};
	for (const { eventId, draft } of fresh) {
		const { day, time } = draft.series;
		const seriesKey = nextByHand(day, time, segment.startTimes, await datesOfDay(tx, scope, day));
		if (seriesKey === null) continue;
		const row = await lockEvent(tx, { organisationId, eventId });
		await joinSeries(services, tx, { organisationId, eventId }, { seriesId, seriesKey, ...coverSeed });
		await takeTickets(services, tx, row, segment.blueprint);
	}
	await touchSeries(tx, scope);
}
