import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { organisations } from '#server/db/tables/accounts.ts';
import { sandboxActs } from '#server/db/tables/developer.ts';
import { findSandbox } from '#server/domain/accounts/sandbox.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { newId } from '#shared/lib/ids.ts';
import type { SandboxActKind } from '#shared/rules/sandbox.ts';
import { noSandbox } from './queries.ts';

/** Of each kind within an hour. */
const perHour: Record<SandboxActKind, number> = { made: 10, moved: 30, reset: 6 };

/**
 * The sandbox of an organisation, locked against others who move, reset or make it, for one more act.
 * @throws `no-sandbox`; RATE_LIMIT_EXCEEDED after too many acts of the kind within an hour
 */
export async function lockSandbox(
	tx: Tx,
	organisationId: string,
	kind: SandboxActKind,
): Promise<{ id: string; totalMinutes: number; isSettled: boolean }> {
	await tx
		.select({ id: organisations.id })
		.from(organisations)
		.where(eq(organisations.id, organisationId))
		.for('update');
	const sandbox = await findSandbox(tx, organisationId);
	if (!sandbox) throw noSandbox();
	const [recent] = await tx
		.select({ acts: sql<number>`count(*)::int` })
		.from(sandboxActs)
		.where(
			and(
				eq(sandboxActs.organisationId, organisationId),
				eq(sandboxActs.kind, kind),
				gt(sandboxActs.createdAt, sql`now() - interval '1 hour'`),
			),
		);
	if ((recent?.acts ?? 0) >= perHour[kind])
		throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 3_600 });
	const [last] = await listSandboxActs(tx, organisationId, 1);
	const isSettled = last?.kind !== 'moved' || last.settledAt !== null;
	return { id: sandbox.id, totalMinutes: last ? totalMinutesOf(last) : 0, isSettled };
}

/** How far the time of an organisation is ahead of the real one, in milliseconds: 0 for all but sandboxes. */
export async function timeAhead(tx: Tx, organisationId: string): Promise<number> {
	const { rows } = await tx.execute<{ ms: number }>(sql`
		SELECT coalesce((SELECT coalesce(a.total_minutes, a.total_hours * 60)::float8 * 60000 FROM sandbox_acts a WHERE a.organisation_id = o.sandbox_of ORDER BY a.id DESC LIMIT 1), 0)
			- coalesce((SELECT sum(left_minutes) FROM sandbox_acts a WHERE a.organisation_id = o.sandbox_of AND a.kind = 'moved'
				AND a.settled_at IS NULL), 0) * 60000 AS ms
		FROM organisations o WHERE o.id = ${organisationId} AND o.sandbox_of IS NOT NULL`);
	return Math.round(rows[0]?.ms ?? 0);
}

/** Actions on the sandbox of an organisation, the newest first. */
function listSandboxActs(db: DbOrTx, organisationId: string, limit: number) {
	return db
		.select()
		.from(sandboxActs)
		.where(eq(sandboxActs.organisationId, organisationId))
		.orderBy(desc(sandboxActs.id))
		.limit(limit);
}

type SandboxAct = typeof sandboxActs.$inferSelect;

/** How far time is moved on by an act. */
export const minutesOf = ({ minutes, hours }: SandboxAct): number => minutes ?? hours * 60;
/** How far it is moved since the sandbox was made or reset, the act included. */
export const totalMinutesOf = ({ totalMinutes, totalHours }: SandboxAct): number =>
	totalMinutes ?? totalHours * 60;

/** The length of a move in its log entry, as processes of this version and of the one before read it; for the latter it is at least an hour. */
export const lengthOf = (minutes: number, totalMinutes: number) => ({
	minutes,
	totalMinutes,
	hours: Math.max(1, Math.ceil(minutes / 60)),
	totalHours: Math.max(1, Math.ceil(totalMinutes / 60)),
});

/** @returns its row */
export async function noteSandboxAct(
	tx: Tx,
	act: Omit<typeof sandboxActs.$inferInsert, 'id'>,
): Promise<typeof sandboxActs.$inferSelect> {
	const [row] = await tx
		.insert(sandboxActs)
		.values({ id: newId(), ...act })
		.returning();
	if (!row) throw new Error('A new row of the log was not returned.');
	return row;
}
