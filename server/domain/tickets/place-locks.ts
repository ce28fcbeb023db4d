import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';

/*
 * The only SQL that changes how many places are confirmed and held. Sales take places in one statement together with the
 * rows of their orders (server/domain/orders/sale); everything else moves them inside a transaction with `movePlaces`.
 *
 * Order of locks, everywhere: event, ticket types, the turn of the event, order rows, tickets, pools by id. Nobody waits in a circle.
 *
 * The turn is an advisory lock: whoever moves places shares it until the end of the transaction, whoever changes what is sold holds it
 * alone. PostgreSQL serves it in order of arrival, so a change waits for the batches that are under way and no later one overtakes it,
 * from whatever process (docs/decisions/080-orders-in-batches.md). Nobody holds it while waiting for a row that others hold for long.
 */
export const turnKind = 8;

const turnOf = (eventId: string) =>
	sql`hashtextextended(${eventId}::uuid::text, ${sql.raw(String(turnKind))})`;

export interface Scope {
	organisationId: string;
	eventId: string;
}

/** Takes the turn of those who move places, before any order row is locked. */
export async function takeTurn(tx: Tx, { eventId }: Scope): Promise<void> {
	await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${turnOf(eventId)})`);
}

/** Takes the turn of somebody who changes what is sold: those under way finish first, all later ones wait. */
export async function takeTurnAlone(tx: Tx, { eventId }: Scope): Promise<void> {
	await tx.execute(sql`SELECT pg_advisory_xact_lock(${turnOf(eventId)})`);
}

/** `takeTurnAlone` of several events, in the order of their ids. */
export async function takeTurnsAlone(tx: Tx, eventIds: readonly string[]): Promise<void> {
	if (eventIds.length === 0) return;
	const turns = sql.join(
		eventIds.toSorted().map((eventId) => sql`(${turnOf(eventId)})`),
		sql`, `,
	);
	await tx.execute(sql`SELECT pg_advisory_xact_lock(turn) FROM (VALUES ${turns}) AS turns(turn)`);
}
