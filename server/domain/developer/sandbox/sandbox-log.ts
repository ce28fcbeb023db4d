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
): Promise<{ id: string; totalHours: number }> {
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
	return { id: sandbox.id, totalHours: last?.totalHours ?? 0 };
}

/** What was done with the sandbox of an organisation, the newest first. */
function listSandboxActs(db: DbOrTx, organisationId: string, limit: number) {
	return db
		.select()
		.from(sandboxActs)
		.where(eq(sandboxActs.organisationId, organisationId))
		.orderBy(desc(sandboxActs.id))
		.limit(limit);
}

/** @param act.totalHours how far the sandbox is moved after it */
export async function noteSandboxAct(
	tx: Tx,
	act: { organisationId: string; kind: SandboxActKind; hours?: number; totalHours?: number; madeBy: string },
): Promise<void> {
	await tx.insert(sandboxActs).values({ id: newId(), ...act });
}
