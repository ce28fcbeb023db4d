import { createHash } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { eventChangeSets } from '#server/db/tables/events.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { type EventField, guestFields } from '#shared/rules/edit-rules.ts';
import { fieldOf, isSameJson, type JsonRow, type RowChange } from './rows.ts';

export type Told = (typeof eventChangeSets.$inferSelect)['summary'];

const ofEvent = ({ organisationId, eventId }: EventScope) =>
	and(eq(eventChangeSets.organisationId, organisationId), eq(eventChangeSets.eventId, eventId));

/** Whether an event was cancelled so recently that it can be undone: nobody was told, and no order was touched. */
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

/** Change sets whose guests are still to be told, locked against the poller that tells them. */
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

/** Questions that an edit made required, by `question.{id}`: whoever has a ticket owes their answers from now on. */
export function requiredQuestions(changes: readonly RowChange[]): Told {
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
export const questionsIn = (summary: Told): string[] =>
	Object.keys(summary).flatMap((key) => (questionPath.test(key) ? (key.split('.')[1] ?? []) : []));

/**
 * What guests are told of an edit, by field. `before` is what they know: where they were not told of an earlier edit of the field yet, its
 * `before`. That edit tells of the field no more, and nothing at all once it has no field left (`replaced`).
 * @param made.questions `requiredQuestions` of the edit; undoing asks nobody again
 * @param isAnnounced false: this edit tells nobody. An earlier one that still waits then tells of what it is now.
 */
export async function settleAnnouncement(
	tx: Tx,
	scope: EventScope,
	made: { changes: readonly RowChange[]; questions: Told },
	isAnnounced: boolean,
): Promise<Told> {
	const own = toldFields(made);
	if (own.length === 0) return {};
	return settle(tx, scope.organisationId, own, await lockPending(tx, scope), isAnnounced);
}

interface ToldField {
	field: string;
	before: unknown;
	after: unknown;
}

/** What of an edit guests are told. */
function toldFields(made: { changes: readonly RowChange[]; questions: Told }): ToldField[] {
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
	own: readonly ToldField[],
	pending: readonly { id: string; summary: Told }[],
	isAnnounced: boolean,
): Promise<Told> {
	const told: Told = {};
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
		if (isAnnounced && !isBack) told[field] = { before: known, after: shortened(after) };
	}
	for (const { id, summary } of touched)
		await tx
			.update(eventChangeSets)
			.set({ summary, ...(Object.keys(summary).length === 0 ? { state: 'replaced' } : {}) })
			.where(and(eq(eventChangeSets.organisationId, organisationId), eq(eventChangeSets.id, id)));
	return told;
}

/** `settleAnnouncement` of an edit of several events of one organisation, in their order. All of them are locked. */
export async function settleAnnouncements(
	tx: Tx,
	organisationId: string,
	made: readonly { eventId: string; changes: readonly RowChange[]; questions: Told; isAnnounced: boolean }[],
): Promise<Told[]> {
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
	const told: Told[] = [];
	for (const [index, { eventId, isAnnounced }] of made.entries()) {
		const fields = own[index] ?? [];
		told.push(
			fields.length === 0
				? {}
				: await settle(tx, organisationId, fields, pending.get(eventId) ?? [], isAnnounced),
		);
	}
	return told;
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

/** Minutes in which an edit can be undone before anybody is told. */
export const UNDO_MINUTES = 10;

/** When guests are told: after the time for undoing, or at once when the event starts within two hours. */
export const notifyTime = (startsAt: Date) => sql<Date>`CASE
	WHEN ${startsAt.toISOString()}::timestamptz < now() + interval '2 hours' THEN now()
	ELSE now() + make_interval(mins => ${UNDO_MINUTES}) END`;

/** `notifyTime` as minutes from now. */
export async function notifyDelay(tx: Tx, startsAt: Date): Promise<number> {
	const { rows } = await tx.execute<{ minutes: number }>(
		sql`SELECT round(extract(epoch FROM ${notifyTime(startsAt)} - now()) / 60)::int AS minutes`,
	);
	return rows[0]?.minutes ?? UNDO_MINUTES;
}
