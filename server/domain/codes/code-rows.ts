import { and, count, eq, getColumns, isNotNull, or, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { codes } from '#server/db/tables/codes.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { MAX_CODES } from '#shared/contracts/codes.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

export type CodeRow = typeof codes.$inferSelect;

export const ofEvent = (scope: EventScope) => isOfEvent(codes, scope);

/** Holds a code: sales that use it wait. Throws not-found. */
export async function lockCode(tx: Tx, scope: EventScope, codeId: string): Promise<CodeRow> {
	const [row] = await tx
		.select(getColumns(codes))
		.from(codes)
		.where(and(ofEvent(scope), eq(codes.id, codeId)))
		.for('update');
	if (!row) throw notFound('Code');
	return row;
}

/** How many codes an event has. Exact while the event is held. */
export async function countCodes(db: DbOrTx, scope: EventScope): Promise<number> {
	const [found] = await db.select({ number: count() }).from(codes).where(ofEvent(scope));
	return found?.number ?? 0;
}

/** Refuses more codes than an event may have. The event must be held. @throws `too-many-codes` */
export async function requireRoom(tx: Tx, scope: EventScope, more: number): Promise<void> {
	if ((await countCodes(tx, scope)) + more > MAX_CODES)
		throw ruleViolation('too-many-codes', message`An event can have up to ${MAX_CODES} codes.`);
}

/** Whether an order was ever placed with one of these codes, also one that was cancelled since. They must be held. */
export async function isEverUsed(
	tx: Tx,
	{ organisationId, eventId }: EventScope,
	which: { codeId: string } | { batchId: string },
): Promise<boolean> {
	const isOne = 'codeId' in which;
	const { rows } = await tx.execute<{ found: boolean }>(sql`
		SELECT EXISTS (SELECT FROM codes c JOIN code_uses u ON u.organisation_id = c.organisation_id AND u.code_id = c.id
			WHERE c.organisation_id = ${organisationId} AND c.event_id = ${eventId} AND ${isOne ? sql`c.id = ${which.codeId}` : sql`c.batch_id = ${which.batchId}`}) AS found`);
	return rows[0]?.found ?? false;
}

/** Refuses ticket types of another event. */
export async function checkTicketTypes(
	tx: Tx,
	scope: EventScope,
	typeIds: readonly string[] | null | undefined,
): Promise<void> {
	if (!typeIds) return;
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM ticket_types WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}`);
	const known = new Set(rows.map((row) => row.id));
	if (!typeIds.every((type) => known.has(type)))
		throw fieldError('ticketTypeIds', message`Please choose ticket types of this event.`);
}

/** Whether a code of the event takes off an amount, sets a price, or has a budget: all in the currency of the event. */
export async function hasAmounts(tx: Tx, scope: EventScope): Promise<boolean> {
	const [found] = await tx
		.select({ id: codes.id })
		.from(codes)
		.where(and(ofEvent(scope), or(isNotNull(codes.amountMinor), isNotNull(codes.budgetMinor))))
		.limit(1);
	return found !== undefined;
}
