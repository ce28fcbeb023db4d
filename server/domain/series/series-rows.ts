import {
	type AllRows,
	fieldOf,
	isSameJson,
	type JsonRow,
	type RowChange,
} from '#server/domain/events/changes/rows.ts';
import type { PlanMoment } from '#shared/contracts/event-plan.ts';
import { newId } from '#shared/lib/ids.ts';
import { instantOf, momentOf } from '#shared/rules/plan-moments.ts';
import type { SeriesRows } from '#shared/rules/series/series-rows.ts';

/** The date that rows belong to: moments are relative to its start. */
export interface DateOf {
	id: string;
	startsAt: Date;
	timeZone: string;
}

/** Parts of an event that a series knows. Lists and gates of the door are each date’s own. */
export const seriesParts = ['event', 'tickets', 'questions'] as const;

/** Columns of an event that are a date’s own, or follow from its times. */
const ofDateAlone = [
	'slug',
	'startsAt',
	'endsAt',
	'startsOn',
	'endsOn',
	'timeZone',
	'previousStartsAt',
	'previousPlace',
];
/** Fields that hold instants, and lists of tiers that do. */
const instantFields = ['salesStartAt', 'salesEndAt'];
/** Fields that hold ids of other rows. */
const idFields = ['sharedPoolId', 'shownWhenQuestionId'];

const kindOf = (path: string) => path.split('.')[0] as string;
const rowOf = (path: string) => (kindOf(path) === 'event' ? 'event' : path.split('.').slice(0, 2).join('.'));
const idOf = (path: string) => path.split('.')[1] as string;

/** The rows of one date in terms of its series, with the ids that lineages have there. */
export interface DateRows {
	rows: SeriesRows;
	/** Lineage → id of the row of this date. */
	ids: Map<string, string>;
}

/** Reads the rows of a date in terms of its series. */
export function toSeries(all: AllRows, date: DateOf): DateRows {
	const ids = new Map<string, string>();
	const lineages = new Map<string, string>();
	for (const part of seriesParts)
		for (const [path, { values }] of all.get(part) ?? []) {
			if (path === 'event') continue;
			const lineage = (values.lineageId as string | null | undefined) ?? idOf(path);
			ids.set(lineage, idOf(path));
			lineages.set(idOf(path), lineage);
		}
	const rows: SeriesRows = {};
	for (const part of seriesParts) {
		const own: SeriesRows[string] = {};
		for (const [path, { subject, values }] of all.get(part) ?? []) {
			const shared = path === 'event' ? path : `${kindOf(path)}.${lineages.get(idOf(path))}`;
			own[shared] = { subject, values: valuesToSeries(path, values, date, lineages) };
		}
		rows[part] = own;
	}
	return { rows, ids };
}

function valuesToSeries(path: string, values: JsonRow, date: DateOf, lineages: Map<string, string>): JsonRow {
	const moment = (value: unknown) => (typeof value === 'string' ? momentOf(new Date(value), date) : null);
	const shared: JsonRow = {};
	for (const [name, value] of Object.entries(values)) {
		if (name === 'lineageId' || name === 'poolId') continue;
		if (path === 'event' && ofDateAlone.includes(name)) continue;
		// The generated cover is the same on all dates.
		if (path === 'event' && name === 'coverSeed') shared[name] = value ?? date.id;
		else if (instantFields.includes(name)) shared[name] = moment(value);
		else if (name === 'priceTiers')
			shared[name] = (value as { endsAt: string | null }[]).map((tier) => ({
				...tier,
				endsAt: moment(tier.endsAt),
			}));
		else if (idFields.includes(name))
			shared[name] = value === null ? null : (lineages.get(String(value)) ?? null);
		else if (name === 'ticketTypeIds')
			shared[name] = (value as string[] | null)?.flatMap((id) => lineages.get(id) ?? []) ?? null;
		// When it was archived is of no matter.
		else if (name === 'archivedAt') shared[name] = value === null ? null : true;
		else shared[name] = value;
	}
	return shared;
}

/** A value of a series as a date has it. */
function valueOfDate(name: string, value: unknown, date: DateOf, idIn: (lineage: string) => string): unknown {
	const instant = (moment: unknown) =>
		moment === null ? null : instantOf(moment as PlanMoment, date).toISOString();
	if (instantFields.includes(name)) return instant(value);
	if (name === 'priceTiers')
		return (value as { endsAt: unknown }[]).map((tier) => ({ ...tier, endsAt: instant(tier.endsAt) }));
	if (idFields.includes(name)) return value === null ? null : idIn(String(value));
	if (name === 'ticketTypeIds') return (value as string[] | null)?.map(idIn) ?? null;
	if (name === 'archivedAt') return value === null ? null : new Date().toISOString();
	return value;
}

/** One field, or one whole row, in which two readings differ: by the paths of the series. */
export interface Difference {
	part: string;
	/** `event.title`, `ticket.{lineage}.priceMinor`; a row that only one has: `ticket.{lineage}` */
	path: string;
	subject: string;
	before: unknown;
	after: unknown;
}

/** What leads from one reading to another. A row that only one of them has is null in the other. */
export function differences(before: SeriesRows, after: SeriesRows): Difference[] {
	const found: Difference[] = [];
	for (const part of seriesParts) {
		const [from, to] = [before[part] ?? {}, after[part] ?? {}];
		for (const path of new Set([...Object.keys(from), ...Object.keys(to)])) {
			const [old, next] = [from[path], to[path]];
			const subject = (next ?? old)?.subject ?? '';
			if (!old || !next) {
				found.push({ part, path, subject, before: old?.values ?? null, after: next?.values ?? null });
				continue;
			}
			for (const name of new Set([...Object.keys(old.values), ...Object.keys(next.values)]))
				if (!isSameJson(old.values[name] ?? null, next.values[name] ?? null))
					found.push({
						part,
						path: `${path}.${name}`,
						subject,
						before: old.values[name] ?? null,
						after: next.values[name] ?? null,
					});
		}
	}
	return found;
}

/** A reading with differences made to it; the reading itself stays as it is. */
export function withDifferences(rows: SeriesRows, changes: readonly Difference[]): SeriesRows {
	const next = structuredClone(rows);
	for (const { part, path, subject, after } of changes) {
		next[part] ??= {};
		const of = next[part];
		const row = rowOf(path);
		if (row === path) {
			if (after === null) delete of[path];
			else of[path] = { subject, values: after as JsonRow };
			continue;
		}
		const known = of[row];
		if (!known) continue;
		known.values[fieldOf(path)] = after;
		if (['name', 'label'].includes(fieldOf(path)) && row !== 'event') known.subject = String(after);
	}
	return next;
}

/**
 * Differences as changes that the parts of an event restore (`restoreRows`): each sets what the series has. Rows that the date lacks are
 * made under new ids, with the lineage of the series.
 */
export function toRowChanges(
	changes: readonly Difference[],
	date: DateOf,
	known: Map<string, string>,
): RowChange[] {
	const ids = new Map(known);
	const idIn = (lineage: string): string => {
		const id = ids.get(lineage) ?? newId();
		ids.set(lineage, id);
		return id;
	};
	return changes.map(({ part, path, subject, before, after }): RowChange => {
		const row = rowOf(path);
		const real = row === 'event' ? row : `${kindOf(path)}.${idIn(idOf(path))}`;
		if (row !== path) {
			const name = fieldOf(path);
			return {
				part,
				path: `${real}.${name}`,
				subject,
				before: valueOfDate(name, after, date, idIn),
				after: valueOfDate(name, before, date, idIn),
				inverse: { do: 'set' },
			};
		}
		if (after === null)
			return { part, path: real, subject, before: null, after: before, inverse: { do: 'delete' } };
		const values: JsonRow = Object.fromEntries(
			Object.entries(after as JsonRow).map(([name, value]) => [name, valueOfDate(name, value, date, idIn)]),
		);
		values.lineageId = idOf(path);
		if (kindOf(path) === 'ticket') values.poolId = newId();
		return { part, path: real, subject, before: values, after: null, inverse: { do: 'insert' } };
	});
}
