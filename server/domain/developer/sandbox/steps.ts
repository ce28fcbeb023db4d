import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { findMovedTables, type MovedTable, moveOrganisationBack } from '#server/db/move-organisation.ts';
import { minutesUntilNext } from '#server/db/next-instant.ts';
import { organisations } from '#server/db/tables/accounts.ts';
import { sandboxActs } from '#server/db/tables/developer.ts';
import { moveReminders } from '#server/domain/notifications/commands/move-reminders.ts';
import { findAccount } from '#server/domain/payments/queries.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { leaseSeconds } from '#server/jobs/lease.ts';
import { hastenAccount } from '#server/platform/payments/test-gateway/hasten.ts';
import type { Services } from '#server/services.ts';
import { USUAL_REMINDER_MINUTES } from '#shared/rules/messages/messages.ts';
import { mostMovedRows } from '#shared/rules/sandbox.ts';
import { lengthOf, minutesOf, totalMinutesOf } from './sandbox-log.ts';

type Move = typeof sandboxActs.$inferSelect;

/** So many steps go to the very instant at which something is due next; those after them are longer, and there are no more than `mostSteps`. */
const exactSteps = 60;
const mostSteps = 100;

/** Reminders and messages beside dates name no instant of their own. */
const besideDates = (organisationId: string) => [
	sql`SELECT starts_at - make_interval(mins => ${USUAL_REMINDER_MINUTES}::int) FROM events
		WHERE organisation_id = ${organisationId} AND status = 'published'`,
	sql`SELECT CASE r.kind WHEN 'after_end' THEN e.ends_at + make_interval(mins => r.offset_minutes)
			ELSE e.starts_at - make_interval(mins => r.offset_minutes) END
		FROM message_rules r JOIN events e ON e.organisation_id = r.organisation_id AND (e.id = r.event_id OR e.series_id = r.series_id)
		WHERE r.organisation_id = ${organisationId} AND r.is_on AND e.status = 'published'`,
];

/** How long the next step of a move is, in minutes. */
async function lengthOfStep(
	tx: Tx,
	{ leftMinutes, steps }: Move,
	{ sandboxId, tables }: { sandboxId: string; tables: readonly MovedTable[] },
): Promise<number> {
	const next = await minutesUntilNext(tx, sandboxId, { tables, also: besideDates(sandboxId) });
	const least = steps < exactSteps ? 1 : Math.ceil(leftMinutes / Math.max(1, mostSteps - steps));
	return Math.min(leftMinutes, Math.max(least, next ?? leftMinutes));
}

/**
 * Makes the next step of a move: everything in the sandbox goes back by the time until something is due next, or by all that is left. What
 * falls due is done by the worker before the step after it, so that nothing is passed over. The parent is locked by the caller.
 * @returns the ids of events that moved; null, with nothing moved, when the sandbox has more rows than `maxRows`
 */
export async function makeStep(
	services: Services,
	tx: Tx,
	move: Move,
	{ sandboxId, maxRows = mostMovedRows }: { sandboxId: string; maxRows?: number },
): Promise<string[] | null> {
	const tables = await findMovedTables(tx, sandboxId, maxRows);
	if (!tables) return null;
	const minutes = await lengthOfStep(tx, move, { sandboxId, tables });
	const leftMinutes = move.leftMinutes - minutes;
	const { wholeDays } = daysOf(move, leftMinutes);
	const days = wholeDays - daysOf(move, move.leftMinutes).wholeDays;
	const moved = await moveOrganisationBack(tx, sandboxId, { minutes, days, tables });
	await moveReminders(tx, sandboxId, minutes);
	const account = await findAccount(tx, sandboxId);
	if (account?.gateway === 'test' && account.providerAccount)
		await hastenAccount(tx, account.providerAccount, minutes);
	await updateMove(tx, move, { leftMinutes, steps: move.steps + 1 });
	if (leftMinutes === 0)
		await services.facts.publish(
			tx,
			{
				name: 'developer.sandbox-moved',
				organisationId: sandboxId,
				eventId: null,
				payload: { hours: minutesOf(move) / 60 },
			},
			services,
		);
	return moved;
}

/** Days go back by the whole days of all moves together. */
const daysOf = (move: Move, leftMinutes: number) => ({
	wholeDays: Math.floor((totalMinutesOf(move) - leftMinutes) / (24 * 60)),
});

async function updateMove(tx: Tx, { organisationId, id }: Move, set: Partial<Move>): Promise<void> {
	await tx
		.update(sandboxActs)
		.set(set)
		.where(and(eq(sandboxActs.organisationId, organisationId), eq(sandboxActs.id, id)));
}

/** Forgets what is known of the stock of events that moved. */
export function forgetStock(services: Services, eventIds: readonly string[]): void {
	for (const eventId of eventIds) stockStore(services).forget(eventId);
}

/** The first move of a sandbox that is not settled, with its parent locked; undefined when there is none. */
async function lockMove(tx: Tx, parentId: string): Promise<Move | undefined> {
	await tx
		.select({ id: organisations.id })
		.from(organisations)
		.where(eq(organisations.id, parentId))
		.for('update');
	const [move] = await tx
		.select()
		.from(sandboxActs)
		.where(
			and(
				eq(sandboxActs.organisationId, parentId),
				eq(sandboxActs.kind, 'moved'),
				isNull(sandboxActs.settledAt),
			),
		)
		.orderBy(asc(sandboxActs.id))
		.limit(1);
	return move;
}

/**
 * Goes on with a move: the worker calls it when everything is done that is due.
 * @returns the move after its next step; null: it is settled, or another worker or a reset has come between
 */
export async function goOn(services: Services, claimed: ClaimedMove): Promise<ClaimedMove | null> {
	const { parentId, sandboxId } = claimed;
	const eventIds = await services.database.transaction(async (tx) => {
		const move = await lockMove(tx, parentId);
		// After a step of another worker, what fell due by it is not done yet.
		if (move?.id !== claimed.id || move.steps !== claimed.steps) return null;
		if (move.leftMinutes > 0) {
			// What the move itself made (emails, reports) does not stop it halfway.
			const moved = await makeStep(services, tx, move, { sandboxId, maxRows: 2 * mostMovedRows });
			if (moved) return moved;
			services.log.warn({ organisationId: sandboxId }, 'developer.sandbox-grew-too-large');
		}
		const left = move.leftMinutes;
		await updateMove(tx, move, {
			...{ leftMinutes: 0, settledAt: services.clock.now(), claimedUntil: null },
			...(left > 0 && lengthOf(minutesOf(move) - left, totalMinutesOf(move) - left)),
		});
		return null;
	});
	if (!eventIds) return null;
	forgetStock(services, eventIds);
	return { ...claimed, steps: claimed.steps + 1 };
}

/** A move that a worker has in hand. */
export interface ClaimedMove {
	parentId: string;
	sandboxId: string;
	id: string;
	/** Steps that were made of it when what is due was last looked for. */
	steps: number;
}

/** Claims the next clock move of a sandbox that is not settled and not claimed, until `renewMove` or for `leaseSeconds`. */
export async function claimMove({ database }: Services): Promise<ClaimedMove | undefined> {
	const { rows } = await database.pool.query<ClaimedMove>(`
		UPDATE sandbox_acts taken SET claimed_until = now() + interval '${leaseSeconds} seconds'
		FROM (
			SELECT a.organisation_id, a.id, s.id AS sandbox_id FROM sandbox_acts a JOIN organisations s ON s.sandbox_of = a.organisation_id
			WHERE a.kind = 'moved' AND a.settled_at IS NULL AND coalesce(a.claimed_until, '-infinity') < now()
				AND NOT EXISTS (SELECT FROM sandbox_acts earlier WHERE earlier.organisation_id = a.organisation_id
					AND earlier.kind = 'moved' AND earlier.settled_at IS NULL AND earlier.id < a.id)
			ORDER BY a.id LIMIT 1 FOR UPDATE OF a SKIP LOCKED
		) AS due
		WHERE taken.organisation_id = due.organisation_id AND taken.id = due.id
		RETURNING taken.organisation_id AS "parentId", due.sandbox_id AS "sandboxId", taken.id, taken.steps`);
	return rows[0];
}

export async function renewMove({ database }: Services, { parentId, id }: ClaimedMove): Promise<void> {
	await database.pool.query(
		`UPDATE sandbox_acts SET claimed_until = now() + interval '${leaseSeconds} seconds'
		WHERE organisation_id = $1 AND id = $2 AND settled_at IS NULL`,
		[parentId, id],
	);
}

/**
 * Whether nothing in a sandbox is due or in the hands of a worker: facts, emails, messages that are being sent. What failed and is tried
 * again later is not waited for.
 */
export async function isQuiet({ database }: Services, sandboxId: string): Promise<boolean> {
	const { rows } = await database.pool.query<{ isQuiet: boolean }>(
		`SELECT NOT (
			EXISTS (SELECT FROM facts WHERE organisation_id = $1 AND dispatched_at IS NULL
				AND (last_error IS NULL OR next_attempt_at <= now()))
			OR EXISTS (SELECT FROM mails WHERE organisation_id = $1
				AND (status = 'sending' OR status = 'queued' AND next_attempt_at <= now()))
			OR EXISTS (SELECT FROM guest_messages WHERE organisation_id = $1
				AND (state = 'sending' OR state = 'scheduled' AND send_at <= now()))
		) AS "isQuiet"`,
		[sandboxId],
	);
	return rows[0]?.isQuiet ?? true;
}

/** Ends the moves of a sandbox that is reset. */
export async function endMoves(tx: Tx, parentId: string): Promise<void> {
	await tx
		.update(sandboxActs)
		.set({ leftMinutes: 0, settledAt: sql`now()`, claimedUntil: null })
		.where(
			and(
				eq(sandboxActs.organisationId, parentId),
				eq(sandboxActs.kind, 'moved'),
				isNull(sandboxActs.settledAt),
			),
		);
}
