import { and, count, eq, getColumns, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { codes } from '#server/db/tables/codes.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { MAX_CODES } from '#shared/contracts/codes.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

export type CodeRow = typeof codes.$inferSelect;

export const ofEvent = (scope: EventScope) =>
	and(eq(codes.organisationId, scope.organisationId), eq(codes.eventId, scope.eventId));

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
	{ organisationId }: EventScope,
	which: { codeId: string } | { batchId: string },
): Promise<boolean> {
	const isOne = 'codeId' in which;
	const { rows } = await tx.execute<{ found: boolean }>(sql`
		SELECT EXISTS (SELECT FROM codes c JOIN code_uses u ON u.organisation_id = c.organisation_id AND u.code_id = c.id
			WHERE c.organisation_id = ${organisationId} AND ${isOne ? sql`c.id = ${which.codeId}` : sql`c.batch_id = ${which.batchId}`}) AS found`);
	return rows[0]?.found ?? false;
}
