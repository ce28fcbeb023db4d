import { createHash } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { eventChangeSets } from '#server/db/tables/events.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { type EventField, guestFields } from '#shared/rules/edit-rules.ts';
import { AT_ONCE_HOURS, UNDO_MINUTES } from '#shared/rules/periods.ts';
import { fieldOf, isSameJson, type JsonRow, type RowChange } from './rows.ts';

export type ChangeSummary = (typeof eventChangeSets.$inferSelect)['summary'];

const ofEvent = (scope: EventScope) => isOfEvent(eventChangeSets, scope);

/** Whether an event was cancelled so recently that it can be undone: no one was notified, and no order was touched. */
export const isCancelWaiting = (
	set: Pick<typeof eventChangeSets.$inferSelect, 'state' | 'notify' | 'notifiedAt'>,
) => set.state === 'applied' && set.notify && set.notifiedAt === null;

/** Whether the time is not over in which the cancelling of an event can be undone. */
export async function isCancelPending(db: DbOrTx, scope: EventScope): Promise<boolean> {
	const [set] = await db
		.select()
		.from(eventChangeSets)
		.where(and(ofEvent(scope), eq(eventChangeSets.kind, 'cancel')))
		.orderBy(desc(eventChangeSets.id))
		.limit(1);
	return set !== undefined && isCancelWaiting(set);
}

const isPending = and(
	eq(eventChangeSets.state, 'applied'),
	eq(eventChangeSets.notify, true),
	isNull(eventChangeSets.notifiedAt),
);

/** Change sets whose guests are still to be notified, locked against the poller that notifies them. */
const lockPending = (tx: Tx, scope: EventScope) =>
	tx
		.select({ id: eventChangeSets.id, summary: eventChangeSets.summary })
		.from(eventChangeSets)
		.where(and(ofEvent(scope), isPending))
		.orderBy(asc(eventChangeSets.id))
		.for('no key update');

/** Long texts are compared, never shown to guests: a hash is enough. */
export function shortened(value: unknown): unknown {
	if (typeof value !== 'string' || value.length <= 500) return value;
	return `sha256:${createHash('sha256').update(value).digest('hex')}`;
}

const questionPath = /^question\.[^.]+/;

/** Questions that an edit made required, by `question.{id}`: existing ticket holders must answer them. */
export function requiredQuestions(changes: readonly RowChange[]): ChangeSummary {
	const required = changes.filter(({ path, before, after }) => {
		if (!questionPath.test(path)) return false;
		const isAdded = before === null && (after as JsonRow | null)?.isRequired === true;
		return isAdded || (fieldOf(path) === 'isRequired' && after === true);
	});
	return Object.fromEntries(
		required.map(({ path, subject }) => [
			questionPath.exec(path)?.[0] ?? path,
			{ before: null, after: subject },
		]),
	);
}

/** Ids of the questions that a change set asks guests to answer. */
export const questionsIn = (summary: ChangeSummary): string[] =>
	Object.keys(summary).flatMap((key) => (questionPath.test(key) ? (key.split('.')[1] ?? []) : []));

/**
 * The fields of an edit that guests are notified of. `before` is the value guests know: that of an earlier edit of the field if its
 * notification is still pending. The earlier edit then no longer includes the field, and becomes `replaced` once it has none left.
 * @param made.questions `requiredQuestions` of the edit; an undo asks no one again
 * @param isAnnounced false: no notification for this edit; a pending earlier one then has the current value
 */
export async function settleAnnouncement(
	tx: Tx,
	scope: EventScope,
	made: { changes: readonly RowChange[]; questions: ChangeSummary },
	isAnnounced: boolean,
): Promise<ChangeSummary> {
	const own = toldFields(made);
	if (own.length === 0) return {};
	return settle(tx, scope.organisationId, own, await lockPending(tx, scope), isAnnounced);
}

interface AnnouncedField {
	field: string;
	before: unknown;
	after: unknown;
}

/** The parts of an edit that guests are notified of. */
function toldFields(made: { changes: readonly RowChange[]; questions: ChangeSummary }): AnnouncedField[] {
	const ofEventRow = made.changes.filter(
		({ part, path }) => part === 'event' && guestFields.includes(fieldOf(path) as EventField),
	);
	return [
		...ofEventRow.map(({ path, before, after }) => ({ field: fieldOf(path), before, after })),
		...Object.entries(made.questions).map(([field, values]) => ({ field, ...values })),
	];
}

async function settle(
	tx: Tx,
	organisationId: string,
	own: readonly AnnouncedField[],
	pending: readonly { id: string; summary: ChangeSummary }[],
	isAnnounced: boolean,
): Promise<ChangeSummary> {
	const summary: ChangeSummary = {};
	const touched = new Set<(typeof pending)[number]>();
	for (const { field, before, after } of own) {
		const earlier = pending.find(({ summary }) => field in summary);
		const known = earlier ? earlier.summary[field]?.before : shortened(before);
		const isBack = isSameJson(known, shortened(after));
		if (earlier) {
			touched.add(earlier);
			if (isAnnounced || isBack) delete earlier.summary[field];
			else earlier.summary[field] = { before: known, after: shortened(after) };
		}
		if (isAnnounced && !isBack) summary[field] = { before: known, after: shortened(after) };
	}
	for (const { id, summary } of touched)
		await tx
			.update(eventChangeSets)
			.set({ summary, ...(Object.keys(summary).length === 0 ? { state: 'replaced' } : {}) })
			.where(and(eq(eventChangeSets.organisationId, organisationId), eq(eventChangeSets.id, id)));
	return summary;
}

/** `settleAnnouncement` of an edit of several events of one organisation, in their order. All of them are locked. */
export async function settleAnnouncements(
	tx: Tx,
	organisationId: string,
	made: readonly {
		eventId: string;
		changes: readonly RowChange[];
		questions: ChangeSummary;
		isAnnounced: boolean;
	}[],
): Promise<ChangeSummary[]> {
	const own = made.map(toldFields);
	const concerned = made.flatMap(({ eventId }, index) => (own[index]?.length ? [eventId] : []));
	if (concerned.length === 0) return made.map(() => ({}));
	const pending = Map.groupBy(
		await tx
			.select({
				id: eventChangeSets.id,
				eventId: eventChangeSets.eventId,
				summary: eventChangeSets.summary,
			})
			.from(eventChangeSets)
			.where(
				and(
					eq(eventChangeSets.organisationId, organisationId),
					inArray(eventChangeSets.eventId, concerned),
					isPending,
				),
			)
			.orderBy(asc(eventChangeSets.id))
			.for('no key update'),
		({ eventId }) => eventId,
	);
	const summaries: ChangeSummary[] = [];
	for (const [index, { eventId, isAnnounced }] of made.entries()) {
		const fields = own[index] ?? [];
		summaries.push(
			fields.length === 0
				? {}
				: await settle(tx, organisationId, fields, pending.get(eventId) ?? [], isAnnounced),
		);
	}
	return summaries;
}

/** Addresses that hold tickets of an event: buyers, and guests with an address of their own. */
export async function countGuests(db: DbOrTx, { organisationId, eventId }: EventScope): Promise<number> {
	const { rows } = await db.execute<{ guests: number }>(sql`
		SELECT count(*)::int AS guests FROM (
			SELECT lower(buyer_email) FROM orders
			WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND status = 'confirmed' AND buyer_email <> ''
			UNION
			SELECT lower(email) FROM attendees
			WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND status = 'active' AND email <> ''
		) AS addresses`);
	return rows[0]?.guests ?? 0;
}

/** `countGuests` of several events of one organisation: by event, and the addresses that hold tickets of any. */
export async function countGuestsOfMany(
	db: DbOrTx,
	organisationId: string,
	eventIds: readonly string[],
): Promise<{ byEvent: Map<string, number>; all: number }> {
	if (eventIds.length === 0) return { byEvent: new Map(), all: 0 };
	const ids = plainArray(eventIds);
	const { rows } = await db.execute<{ eventId: string | null; guests: number }>(sql`
		WITH addresses AS (
			SELECT event_id, lower(buyer_email) AS email FROM orders
			WHERE organisation_id = ${organisationId} AND event_id = ANY(${ids}::uuid[]) AND status = 'confirmed' AND buyer_email <> ''
			UNION
			SELECT event_id, lower(email) FROM attendees
			WHERE organisation_id = ${organisationId} AND event_id = ANY(${ids}::uuid[]) AND status = 'active' AND email <> ''
		)
		SELECT event_id AS "eventId", count(*)::int AS guests FROM addresses GROUP BY event_id
		UNION ALL SELECT NULL, count(DISTINCT email)::int FROM addresses`);
	return {
		byEvent: new Map(rows.flatMap(({ eventId, guests }) => (eventId ? [[eventId, guests] as const] : []))),
		all: rows.find(({ eventId }) => eventId === null)?.guests ?? 0,
	};
}

/** Addresses of buyers, who answer for their orders. */
export async function countBuyers(db: DbOrTx, { organisationId, eventId }: EventScope): Promise<number> {
	const { rows } = await db.execute<{ buyers: number }>(sql`
		SELECT count(DISTINCT lower(buyer_email))::int AS buyers FROM orders
		WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND status = 'confirmed' AND buyer_email <> ''`);
	return rows[0]?.buyers ?? 0;
}

/** When guests are notified: after the time for undoing, or at once when the event starts within two hours. */
export const notifyTime = (startsAt: Date) => sql<Date>`CASE
	WHEN ${startsAt.toISOString()}::timestamptz < now() + make_interval(hours => ${AT_ONCE_HOURS}) THEN now()
	ELSE now() + make_interval(mins => ${UNDO_MINUTES}) END`;

/** `notifyTime` as minutes from now. */
export async function notifyDelay(tx: Tx, startsAt: Date): Promise<number> {
	const { rows } = await tx.execute<{ minutes: number }>(
		sql`SELECT round(extract(epoch FROM ${notifyTime(startsAt)} - now()) / 60)::int AS minutes`,
	);
	return rows[0]?.minutes ?? UNDO_MINUTES;
}
