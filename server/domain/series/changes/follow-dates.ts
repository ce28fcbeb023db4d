import type { Tx } from '#server/db/client.ts';
import { type EventColumns, writeEvents } from '#server/domain/events/changes/change-many.ts';
import { readEditStates } from '#server/domain/events/changes/edit-state.ts';
import { holdRows, readRowsOfMany, restoreRows } from '#server/domain/events/changes/parts.ts';
import { type AllRows, fieldOf, isSameJson } from '#server/domain/events/changes/rows.ts';
import { isShown } from '#server/domain/events/changes/shown-changes.ts';
import {
	type FieldEffect,
	judgeChanges,
	moveWhatGuestsKnew,
} from '#server/domain/events/commands/update-event.ts';
import type { EventRow } from '#server/domain/events/event-rows.ts';
import { type EventTimes, wholeTimes } from '#server/domain/events/event-times.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { EditState, Verdict } from '#shared/rules/edit-rules.ts';
import { wallTimeOf } from '#shared/rules/event-times.ts';
import { dateTimes } from '#shared/rules/series/date-times.ts';
import type { SeriesRows } from '#shared/rules/series/series-rows.ts';
import { type Segment, segmentOf } from '../series-record.ts';
import { type Difference, seriesParts, toRowChanges, toSeries } from '../series-rows.ts';
import type { DateRef } from './dates-in-scope.ts';

export interface Effect {
	path: string;
	subject: string;
	before: unknown;
	after: unknown;
	verdict: Exclude<Verdict, 'refused'>;
}

export interface Refusal {
	rule: string;
	message: TranslatableMessage;
}

/** The effect of a change on one date. */
export interface DateResult {
	ref: DateRef;
	before: EventRow;
	effects: Effect[];
	keeps: string[];
	refusal: Refusal | null;
	guests: number;
	/** Its rows before the change, where it changes any. */
	rows: AllRows | null;
}

/** Values of a row of a date, or of one field; undefined: there is none. */
export function valueIn(rows: SeriesRows, { part, path }: Pick<Difference, 'part' | 'path'>): unknown {
	const whole = rows[part]?.[path];
	if (whole) return whole.values;
	const dot = path.lastIndexOf('.');
	const values = rows[part]?.[path.slice(0, dot)]?.values;
	return values === undefined ? undefined : values[path.slice(dot + 1)];
}

/** Whether a date has times of its own: others than its segment says. */
export function hasOwnTimes(row: EventRow, segment: Segment): boolean {
	const times = seriesTimes(row.seriesKey as string, segment, row.isAllDay);
	return (
		row.timeZone !== segment.timeZone || +row.startsAt !== +times.startsAt || +row.endsAt !== +times.endsAt
	);
}

export const seriesTimes = (key: string, segment: Segment, isAllDay: boolean) =>
	wholeTimes({ ...pickTimes(key, segment), timeZone: segment.timeZone, isAllDay });

const pickTimes = (key: string, segment: Segment) => {
	const { startsAt, endsAt } = dateTimes(key, segment);
	return { startsAt, endsAt };
};

interface Planned extends DateResult {
	columns: EventColumns;
	others: Difference[];
	ids: Map<string, string>;
}

/**
 * Makes a change of the series on dates, each as far as it has nothing of its own there. What the rules refuse for a date leaves that date
 * as it is.
 * @param how.before segments before the change, `how.after` after it
 * @param how.replaceOwn paths that are set although the date has them of its own
 */
export async function followDates(
	services: Services,
	tx: Tx,
	organisationId: string,
	how: {
		dates: readonly { ref: DateRef; row: EventRow }[];
		before: readonly Segment[];
		after: readonly Segment[];
		changes: readonly Difference[];
		hasTimes: boolean;
		replaceOwn: true | readonly string[];
	},
): Promise<DateResult[]> {
	const ids = how.dates.map(({ row }) => row.id);
	const parts = seriesParts.filter(
		(part) => part === 'event' || how.changes.some((change) => change.part === part),
	);
	if (parts.length > 1) await holdRows(services, tx, organisationId, ids, parts);
	const states = await readEditStates(
		services,
		tx,
		how.dates.map(({ row }) => row),
	);
	const rows = await readRowsOfMany(services, tx, organisationId, ids, parts);
	const planned = how.dates.map(({ ref, row }) =>
		planDate(ref, row, {
			...how,
			all: rows.get(row.id) as AllRows,
			state: states.get(row.id) as EditState,
		}),
	);
	for (const date of planned)
		if (date.others.length > 0 && !date.refusal) await writeOthers(services, tx, date);
	await writeAll(services, tx, organisationId, planned);
	return planned.map(({ columns: _1, others: _2, ids: _3, ...result }) => ({
		...result,
		rows: result.refusal || result.effects.length === 0 ? null : result.rows,
	}));
}

/** The values that a change sets on one date, and their edit rules. */
function planDate(
	ref: DateRef,
	row: EventRow,
	how: Pick<Parameters<typeof followDates>[3], 'before' | 'after' | 'changes' | 'hasTimes' | 'replaceOwn'> & {
		all: AllRows;
		state: EditState;
	},
): Planned {
	const [was, is] = [segmentOf(ref.key, how.before), segmentOf(ref.key, how.after)];
	const read = toSeries(how.all, row);
	const isReplaced = (path: string) =>
		how.replaceOwn === true || how.replaceOwn.some((one) => path === one || path.startsWith(`${one}.`));
	const keeps: string[] = [];
	const others: Difference[] = [];
	const columns: EventColumns = {};
	for (const change of how.changes) {
		const value = valueIn(read.rows, change) ?? null;
		if (isSameJson(value, change.after)) continue;
		const isWhole = change.path.split('.').length === 2 && change.part !== 'event';
		// A field of a row that the date does not have.
		if (!isWhole && change.part !== 'event' && value === null && !hasRow(read.rows, change)) continue;
		if (!isReplaced(change.path) && !isSameJson(value, valueIn(was.blueprint, change) ?? null)) {
			if (isShown(change)) keeps.push(change.path);
			continue;
		}
		if (isWhole && change.after !== null && value !== null) continue;
		if (change.part === 'event') Object.assign(columns, { [fieldOf(change.path)]: change.after });
		else others.push({ ...change, before: value });
	}
	const isAllDay = columns.isAllDay ?? row.isAllDay;
	let times: Partial<EventTimes> = {};
	if (how.hasTimes && hasOwnTimes(row, was) && !isReplaced('times')) keeps.push('times');
	else if (how.hasTimes) times = seriesTimes(ref.key, is, isAllDay);
	// Whole days reach from midnight to midnight.
	else if (columns.isAllDay !== undefined) times = wholeTimes({ ...pickTimesOf(row), isAllDay });
	for (const [name, value] of Object.entries(times))
		if (!isSameJson(jsonOf(row[name as keyof EventRow]), jsonOf(value)))
			Object.assign(columns, { [name]: value });
	Object.assign(columns, moveWhatGuestsKnew(row, columns));
	const effects = judgeChanges(row, columns, how.state);
	const refusal = refusalOfEvent(row, columns, effects);
	return {
		ref,
		before: row,
		effects: [...eventEffects(row, columns, effects), ...others.map(otherEffect)],
		keeps,
		refusal,
		guests: how.state.confirmed + how.state.held,
		rows: how.all,
		columns,
		others,
		ids: read.ids,
	};
}

const pickTimesOf = ({ startsAt, endsAt, timeZone }: EventRow) => ({ startsAt, endsAt, timeZone });

const jsonOf = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null));

const hasRow = (rows: SeriesRows, { part, path }: Difference) =>
	rows[part]?.[path.slice(0, path.lastIndexOf('.'))] !== undefined;

const otherEffect = ({ path, subject, before, after }: Difference): Effect => ({
	path,
	subject,
	before,
	after,
	verdict: 'allowed',
});

const timeFields = ['startsAt', 'endsAt', 'timeZone'];

/** Effects on the row of an event by the paths of the series: its times are one of them. */
export function eventEffects(
	row: EventRow,
	columns: EventColumns,
	effects: readonly FieldEffect[],
): Effect[] {
	const verdictOf = ({ verdict }: FieldEffect) => (verdict === 'refused' ? 'notice' : verdict);
	const moved = effects.filter(({ field }) => timeFields.includes(field));
	const next = { ...row, ...columns };
	const timesOf = ({ startsAt, endsAt, timeZone }: Pick<EventRow, 'startsAt' | 'endsAt' | 'timeZone'>) => ({
		startsAtLocal: wallTimeOf(startsAt, timeZone),
		endsAtLocal: wallTimeOf(endsAt, timeZone),
		timeZone,
	});
	return [
		...(moved.length > 0
			? [
					{
						path: 'times',
						subject: '',
						before: timesOf(row),
						after: timesOf(next),
						verdict: moved.some(({ verdict }) => verdict !== 'allowed')
							? ('notice' as const)
							: ('allowed' as const),
					},
				]
			: []),
		...effects
			.filter(({ field }) => !timeFields.includes(field) && isShown({ path: `event.${field}` }))
			.map((effect) => ({
				path: `event.${effect.field === 'passwordHash' ? 'password' : effect.field}`,
				subject: '',
				before: effect.before,
				after: effect.after,
				verdict: verdictOf(effect),
			})),
	];
}

/** Why the row of an event cannot be changed so, or null. */
function refusalOfEvent(
	row: EventRow,
	columns: EventColumns,
	effects: readonly FieldEffect[],
): Refusal | null {
	const refused = effects.find(({ rule }) => rule !== null);
	if (refused?.rule && refused.message) return { rule: refused.rule, message: refused.message };
	if (columns.visibility !== undefined && row.moderation)
		return {
			rule: 'event-moderated',
			message: message`An administrator has set who can see this event. Contact them to change it.`,
		};
	const next = { ...row, ...columns };
	if (next.visibility === 'password' && !next.passwordHash)
		return { rule: 'password-missing', message: message`Choose a password for this event.` };
	return null;
}

/** Why something refuses a date, where it is a rule that does. */
function refusalOfError(error: unknown): Refusal {
	if (!(error instanceof AppError) || error.status >= 500) throw error;
	return {
		rule: String(error.metadata?.rule ?? error.code),
		message:
			error.messages.userMessage ??
			error.messages.details[0] ??
			message`This change isn’t possible for this date.`,
	};
}

/** Tickets and questions of one date, by their own rules. */
async function writeOthers(services: Services, tx: Tx, date: Planned): Promise<void> {
	const { before: row } = date;
	const event = { organisationId: row.organisationId, eventId: row.id };
	try {
		await tx.transaction((inner) =>
			restoreRows(services, inner, event, toRowChanges(date.others, row, date.ids)),
		);
	} catch (error) {
		date.refusal = refusalOfError(error);
	}
}

/** Fields whose listeners may refuse them for one event. */
const heardFields = ['currency', 'feeBearer', 'pricesIncludeTax'];

async function writeAll(
	services: Services,
	tx: Tx,
	organisationId: string,
	dates: readonly Planned[],
): Promise<void> {
	const written = dates.filter(({ columns, refusal }) => !refusal && Object.keys(columns).length > 0);
	const isHeard = ({ columns }: Planned) => heardFields.some((field) => field in columns);
	const edits = written
		.filter((date) => !isHeard(date))
		.map(({ before: row, columns }) => ({ row, columns }));
	if (edits.length > 0) await writeEvents(services, tx, organisationId, edits);
	for (const date of written.filter(isHeard))
		try {
			await tx.transaction((inner) =>
				writeEvents(services, inner, organisationId, [{ row: date.before, columns: date.columns }]),
			);
		} catch (error) {
			date.refusal = refusalOfError(error);
		}
}
