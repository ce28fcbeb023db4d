import type { Tx } from '#server/db/client.ts';
import type { Author } from '#server/domain/events/changes/author.ts';
import { adoptSets, type ChangedEvent } from '#server/domain/events/changes/change-many.ts';
import { readEditStates } from '#server/domain/events/changes/edit-state.ts';
import { readRowsOfMany } from '#server/domain/events/changes/parts.ts';
import { compareRows, type RowChange } from '#server/domain/events/changes/rows.ts';
import { holdOrganisation } from '#server/domain/events/commands/change-status.ts';
import { hashOf } from '#server/domain/events/commands/update-event.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { changeDates as contract } from '#shared/contracts/series-changes.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { newId } from '#shared/lib/ids.ts';
import {
	lockSeries,
	readSegments,
	type Segment,
	type SeriesScope,
	touchSeries,
	writeSegments,
} from '../series-record.ts';
import { seriesParts } from '../series-rows.ts';
import { type NewChange, readBefore } from './change-record.ts';
import { changeRepeat } from './change-repeat.ts';
import { changeSegment, openSegment, reaches } from './change-segments.ts';
import { type DatesInScope, lockDates } from './dates-in-scope.ts';
import { type DateChanges, editFrom, type FromEdit } from './edit-from.ts';
import { type DateResult, eventEffects, followDates } from './follow-dates.ts';
import { isNotice, type Outcome, outcomesOf, type Plan, planOf, requirePlan } from './plan.ts';

type Body = BodyOf<typeof contract>;

export interface DatesEdit extends SeriesScope {
	input: Body;
	ifMatch: number | undefined;
	by: Author;
}

/** The effect of a change on a series. */
export interface Made {
	outcomes: Outcome[];
	plan: Plan;
	/** Null: nothing changed. */
	changeId: string | null;
}

/** Ends the transaction of a preview without writing anything. */
class RolledBack extends Error {}

/**
 * Changes dates of a series in one transaction: one, one and all that follow, or all.
 * @throws version conflict (412), `plan-outdated` (412), what an edit of a single event throws, and the first refusal of any date, unless
 * refused dates are left out
 */
export async function changeDates(services: Services, how: DatesEdit): Promise<Made> {
	const passwordHash = await hashOf(how.input.changes.event ?? {});
	return services.database.transaction((tx) => makeChange(services, tx, { ...how, passwordHash }, false));
}

/** Preview of `changeDates`, by doing it and rolling it back. Refusals of dates are part of it. */
export async function previewDates(services: Services, how: DatesEdit): Promise<Made> {
	const passwordHash = await hashOf(how.input.changes.event ?? {});
	let made: Made | undefined;
	try {
		await services.database.transaction(async (tx) => {
			made = await makeChange(services, tx, { ...how, passwordHash }, true);
			throw new RolledBack();
		});
	} catch (error) {
		if (!(error instanceof RolledBack)) throw error;
	}
	return made as Made;
}

type Edit = DatesEdit & { passwordHash: string | null | undefined };

async function makeChange(services: Services, tx: Tx, how: Edit, isPreview: boolean): Promise<Made> {
	const { input } = how;
	requireOneKind(input);
	const scope = { organisationId: how.organisationId, seriesId: how.seriesId };
	if (input.changes.repeat) await holdOrganisation(tx, scope.organisationId);
	const series = await lockSeries(tx, scope);
	if (how.ifMatch !== undefined && how.ifMatch !== series.version) throw versionConflict(series.version);
	const segments = await readSegments(tx, scope);
	const dates = await lockDates(tx, scope, {
		reach: input.scope,
		from: input.from,
		now: services.clock.now(),
	});
	const change: NewChange = {
		id: newId(),
		kind: input.changes.repeat ? 'repeat' : 'edit',
		reach: input.scope,
		fromKey: dates.from.key,
		by: how.by,
		moreDates: 0,
		notify: false,
		note: input.note,
		before: await readBefore(tx, scope, series, segments),
	};
	const done = input.changes.repeat
		? await changeRepeat(services, tx, {
				scope,
				series,
				segments,
				dates,
				change,
				repeat: input.changes.repeat,
			})
		: await changeFields(services, tx, { scope, segments, dates, change, how });
	const { outcomes, events } = done;
	const refused = outcomes.find(({ refusal }) => refusal !== null);
	if (refused?.refusal && !isPreview && !input.skipRefused) throw refusalOf(outcomes);
	change.notify = input.notify ?? (isPreview || outcomes.some(isNotice));
	const isChanged = done.isChanged || events.some(({ changes }) => changes.length > 0);
	const plan = await planOf(services, tx, scope, {
		series,
		outcomes,
		change,
		events,
		isChanged,
		isPreview,
	});
	if (!isPreview) requirePlan(plan, input.planHash);
	return { outcomes, plan, changeId: isChanged ? change.id : null };
}

/** The first refusal as an error that says which dates refuse. */
function refusalOf(outcomes: readonly Outcome[]): AppError {
	const refused = outcomes.flatMap(({ eventId, key, refusal }) =>
		refusal ? [{ eventId, key, ...refusal }] : [],
	);
	const [first] = refused;
	return new AppError('BUSINESS_RULE_VIOLATION', {
		...(first && { userMessage: first.message }),
		metadata: {
			rule: first?.rule,
			dates: refused.map(({ eventId, key, rule, message }) => ({
				eventId,
				key,
				rule,
				message: String(message),
			})),
		},
	});
}

export interface DoneChange {
	outcomes: Outcome[];
	events: ChangedEvent[];
	/** Whether the series itself changed. */
	isChanged: boolean;
}

/** An edit of fields, of tickets, or of what was saved for one date before. */
async function changeFields(
	services: Services,
	tx: Tx,
	of: {
		scope: SeriesScope;
		segments: Segment[];
		dates: DatesInScope;
		change: NewChange;
		how: Edit;
	},
): Promise<DoneChange> {
	const { scope, segments, dates, change, how } = of;
	const { input } = how;
	const isMany = input.scope !== 'this';
	const edit = await editFrom(services, tx, scope, {
		dates,
		segments,
		changes: input.changes as DateChanges,
		passwordHash: how.passwordHash,
		by: how.by,
		isMany,
	});
	const after = isMany ? segmentsAfter(segments, dates.from.key, edit, input.scope) : segments;
	const others = dates.refs.flatMap((ref) => {
		const row = ref.isPast || ref.id === dates.from.id ? undefined : dates.rows.get(ref.id);
		return row ? [{ ref, row }] : [];
	});
	const results = isMany
		? await followDates(services, tx, scope.organisationId, {
				dates: others,
				before: segments,
				after,
				changes: edit.changes,
				hasTimes: edit.times !== null,
				replaceOwn: input.replaceOwn ?? [],
			})
		: [];
	const state = (await readEditStates(services, tx, [edit.row])).get(edit.row.id);
	const own = ownResult(dates, edit, (state?.confirmed ?? 0) + (state?.held ?? 0));
	const events = await historiesOf(services, tx, scope, results, edit);
	await adoptSets(
		tx,
		{ organisationId: scope.organisationId, eventId: edit.row.id },
		edit.adopted,
		change.id,
	);
	const isSegmentChanged = isMany && (edit.changes.length > 0 || edit.times !== null);
	if (isSegmentChanged) {
		await writeSegments(tx, scope, after);
		change.before.edited = edit.changes;
		change.before.isMoved = edit.times !== null;
	}
	const isChanged =
		isSegmentChanged || edit.adopted.length > 0 || events.some(({ changes }) => changes.length > 0);
	if (isChanged) {
		const title = edit.changes.find(({ path }) => path === 'event.title')?.after;
		await touchSeries(tx, scope, isMany && title !== undefined ? { title: String(title) } : {});
	}
	return {
		outcomes: outcomesOf(dates, [own, ...results]),
		events,
		isChanged,
	};
}

function segmentsAfter(
	segments: readonly Segment[],
	fromKey: string,
	edit: FromEdit,
	reach: Body['scope'],
): Segment[] {
	if (edit.changes.length === 0 && edit.times === null) return [...segments];
	const opened = reach === 'following' ? openSegment(segments, fromKey) : [...segments];
	return opened.map((segment) =>
		reaches(segment, reach, fromKey) ? changeSegment(segment, edit.changes, edit.times) : segment,
	);
}

/** What the change did to the date that it was made from. */
function ownResult(dates: DatesInScope, edit: FromEdit, guests: number): DateResult {
	const columns = Object.fromEntries(edit.effects.map(({ field, after }) => [field, columnOf(field, after)]));
	return {
		ref: dates.from,
		before: edit.row,
		effects: [
			...eventEffects(edit.row, columns, edit.effects),
			...edit.changes
				.filter(
					({ part, path }) =>
						part !== 'event' || !edit.effects.some(({ field }) => `event.${field}` === path),
				)
				.filter(({ part }) => part !== 'event')
				.map(({ path, subject, before, after }) => ({
					path,
					subject,
					before,
					after,
					verdict: 'allowed' as const,
				})),
		],
		keeps: [],
		refusal: null,
		guests,
		rows: edit.before,
	};
}

const columnOf = (field: string, value: unknown) =>
	field === 'startsAt' || field === 'endsAt' ? new Date(String(value)) : value;

/** The changes of each date, from reading them again. */
async function historiesOf(
	services: Services,
	tx: Tx,
	scope: SeriesScope,
	results: readonly DateResult[],
	edit: FromEdit,
): Promise<ChangedEvent[]> {
	const changed = results.filter(({ rows }) => rows !== null);
	const parts = seriesParts.filter(
		(part) => part === 'event' || edit.changes.some((one) => one.part === part),
	);
	const now = await readRowsOfMany(
		services,
		tx,
		scope.organisationId,
		changed.map(({ before }) => before.id),
		parts,
	);
	return [
		{ before: edit.row, changes: compareRows(edit.before, edit.after) },
		...changed.map(({ before, rows }): { before: DateResult['before']; changes: RowChange[] } => ({
			before,
			changes: compareRows(rows ?? new Map(), now.get(before.id) ?? new Map()),
		})),
	];
}

/** @throws `repeat-alone`: another rule is a change of its own */
function requireOneKind({ changes, scope }: Body): void {
	if (!changes.repeat) return;
	if (changes.event || changes.tickets || changes.changeSets)
		throw ruleViolation('repeat-alone', message`Change the repeat rule and the dates in separate changes.`);
	if (scope === 'this')
		throw ruleViolation(
			'repeat-scope',
			message`Choose “this and following” or “all”: one date doesn’t repeat.`,
		);
}
