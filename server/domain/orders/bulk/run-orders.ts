import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { bulkRunOrders, bulkRuns } from '#server/db/tables/orders.ts';
import type { Poller } from '#server/domain/module.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { type FairWork, findDue, runFairly } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { refundOrder } from '../commands/refund-order.ts';

interface Claimed {
	organisationId: string;
	eventId: string;
	runId: string;
	orderId: string;
	reason: string;
	userId: string | null;
}

type OrderOfRun = Pick<Claimed, 'organisationId' | 'runId' | 'orderId'>;
type Claim = (tx: Tx) => Promise<Claimed | undefined>;

/** Locks the next order of a run until the end of the transaction, so that no other worker takes it and a stop waits for it. */
export async function claimOrder(tx: Tx, of?: OrderOfRun): Promise<Claimed | undefined> {
	return readNext(tx, sql`FOR UPDATE OF o SKIP LOCKED`, of);
}

/** The next order as `claimOrder` finds it, without holding it. Tests show with it what the claim is for. */
export async function readNextOrder(tx: Tx): Promise<Claimed | undefined> {
	return readNext(tx, sql``);
}

async function readNext(tx: Tx, hold: ReturnType<typeof sql>, of?: OrderOfRun): Promise<Claimed | undefined> {
	const { rows } = await tx.execute<{
		organisation_id: string;
		event_id: string;
		run_id: string;
		order_id: string;
		reason: string;
		requested_by: string | null;
	}>(sql`
		SELECT o.organisation_id, r.event_id, o.run_id, o.order_id, r.reason, r.requested_by
		FROM bulk_runs r CROSS JOIN LATERAL (
			SELECT o.* FROM bulk_run_orders o WHERE o.organisation_id = r.organisation_id AND o.run_id = r.id
				AND o.state = 'waiting' ${of ? sql`AND o.order_id = ${of.orderId}` : sql``} ORDER BY o.order_id LIMIT 1 ${hold}) o
		WHERE r.state = 'running' ${of ? sql`AND r.organisation_id = ${of.organisationId} AND r.id = ${of.runId}` : sql``}
		ORDER BY r.id LIMIT 1`);
	const row = rows[0];
	return (
		row && {
			organisationId: row.organisation_id,
			eventId: row.event_id,
			runId: row.run_id,
			orderId: row.order_id,
			reason: row.reason,
			userId: row.requested_by,
		}
	);
}

const ofOrder = (claimed: Claimed) =>
	and(
		eq(bulkRunOrders.organisationId, claimed.organisationId),
		eq(bulkRunOrders.runId, claimed.runId),
		eq(bulkRunOrders.orderId, claimed.orderId),
		eq(bulkRunOrders.state, 'waiting'),
	);

/**
 * Refunds the next order of a run and cancels its tickets. The refund and its record are one transaction, so a crash leaves neither.
 * @returns false if no order is left
 */
export async function runNextOrder(services: Services, claim: Claim = claimOrder): Promise<boolean> {
	let claimed: Claimed | undefined;
	try {
		await services.database.unitOfWork(async (unit) => {
			await unit.transaction(async (tx) => {
				claimed = await claim(tx);
				if (!claimed) return;
				await refundOrder({ ...services, database: unit }, claimed, {
					reason: claimed.reason,
					kind: 'cancelled_event',
					isCancelling: true,
					notify: false,
					userId: claimed.userId,
				});
				await tx.update(bulkRunOrders).set({ state: 'done' }).where(ofOrder(claimed));
			});
		});
	} catch (error) {
		if (!claimed || !(error instanceof AppError) || error.status >= 500) throw error;
		const rule = error.metadata?.rule;
		await services.database.db
			.update(bulkRunOrders)
			.set({ state: 'failed', error: typeof rule === 'string' ? rule : error.code })
			.where(ofOrder(claimed));
	}
	return claimed !== undefined;
}

/** Orders of a run that are looked for at once. */
const ordersOfRun = 20;
const name = 'orders.bulk-runs';

/** Orders of the runs that are under way, of each run some. */
const orderWork: FairWork<OrderOfRun> = {
	name,
	...findDue<OrderOfRun>(
		'orders.waiting-of-runs',
		`SELECT o.organisation_id AS "organisationId", o.run_id AS "runId", o.order_id AS "orderId"
				FROM (SELECT * FROM bulk_runs WHERE state = 'running' AND organisation_id <> ALL ($1::uuid[]) ORDER BY id LIMIT 20) AS r
				CROSS JOIN LATERAL (
					SELECT o.* FROM bulk_run_orders o WHERE o.organisation_id = r.organisation_id AND o.run_id = r.id
						AND o.state = 'waiting' AND ${isNotDelayed(name, 'o.order_id')} ORDER BY o.order_id LIMIT ${ordersOfRun}) o`,
	),
	keyOf: ({ orderId }) => orderId,
	atOnce: 1,
	async run(services, [order]) {
		return Number(await runNextOrder(services, (tx) => claimOrder(tx, order)));
	},
};

/** Works on all runs that are under way, and ends those that are through. @returns how many orders were looked at */
export async function runBulk(services: Services, signal = new AbortController().signal): Promise<number> {
	const count = await runFairly(services, orderWork, signal);
	await endRuns(services);
	return count;
}

/** Refunds the orders of runs. */
export const bulkPoller: Poller = { name, idleMs: 2_000, run: runBulk };

/** Ends the runs that nothing is left of. */
async function endRuns({ database }: Services): Promise<void> {
	await database.db
		.update(bulkRuns)
		.set({ state: 'done', endedAt: sql`now()` })
		.where(
			and(
				eq(bulkRuns.state, 'running'),
				sql`NOT EXISTS (SELECT FROM bulk_run_orders o WHERE o.organisation_id = ${bulkRuns.organisationId}
					AND o.run_id = ${bulkRuns.id} AND o.state = 'waiting')`,
			),
		);
}
