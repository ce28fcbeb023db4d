import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { isCancelPending } from '#server/domain/events/changes/guest-notices.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import type { Services } from '#server/services.ts';
import type { BulkPreview, BulkRun } from '#shared/contracts/bulk-runs.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import type { PaymentMethod } from '#shared/rules/payment-states.ts';

/** The refundable amount of a payment `p`. */
const left = sql`(p.captured_minor - p.refunded_minor - p.refunding_minor - p.contested_minor)`;

/** The payments of an event that a run would refund. */
const refundable = ({ organisationId, eventId }: EventScope) => sql`
	p.organisation_id = ${organisationId} AND p.event_id = ${eventId} AND p.subject_kind = 'order' AND p.state = 'succeeded'`;

/** The amounts refunded when all paid orders of an event are refunded, by currency and way, and the fees. */
export async function previewBulk(services: Services, scope: EventScope): Promise<BulkPreview> {
	const { rows } = await services.database.db.execute<{
		currency: string;
		method: PaymentMethod;
		orders: number;
		amount: string;
		fee: string;
		retained: string;
		disputed: number;
		is_test: boolean;
	}>(sql`
		SELECT p.currency, p.method, count(DISTINCT p.subject_id) FILTER (WHERE ${left} > 0)::int AS orders,
			coalesce(sum(${left}) FILTER (WHERE ${left} > 0), 0) AS amount,
			coalesce(sum(p.fee_minor - returned.fee) FILTER (WHERE ${left} > 0), 0) AS fee,
			coalesce(sum(retained.fee) FILTER (WHERE ${left} > 0), 0) AS retained,
			count(DISTINCT p.subject_id) FILTER (WHERE p.contested_minor > 0)::int AS disputed,
			bool_or(p.gateway = 'test') IS TRUE AS is_test
		FROM payments p
		CROSS JOIN LATERAL (SELECT coalesce(sum(fee_returned_minor), 0) AS fee FROM refunds r
			WHERE r.organisation_id = p.organisation_id AND r.payment_id = p.id) returned
		CROSS JOIN LATERAL (SELECT coalesce(sum(provider_fee_minor), 0) AS fee FROM balance_items i
			WHERE i.organisation_id = p.organisation_id AND i.matched_id = p.id AND i.kind = 'charge') retained
		WHERE ${refundable(scope)}
		GROUP BY p.currency, p.method ORDER BY p.currency, p.method`);
	const totals = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, ways]) => {
		const sum = (of: (row: (typeof ways)[number]) => string | number) =>
			ways.reduce((total, row) => total + Number(of(row)), 0);
		return {
			currency,
			orders: sum((row) => row.orders),
			amountMinor: sum((row) => row.amount),
			providerKeepsMinor: sum((row) => row.retained),
			platformFeeMinor: sum((row) => row.fee),
			ways: ways.map(({ method, orders, amount }) => ({ method, orders, amountMinor: Number(amount) })),
		};
	});
	return {
		totals: totals.filter(({ orders }) => orders > 0),
		disputed: rows.reduce((total, row) => total + row.disputed, 0),
		isTest: rows.some((row) => row.is_test),
	};
}

/**
 * Begins to refund all paid orders of a cancelled event. What another run left, because it was stopped or refused, is taken up again.
 * @throws `event-not-cancelled`, `cancel-pending`, `bulk-run-under-way`, `nothing-to-refund`
 */
export async function startBulk(
	services: Services,
	scope: EventScope,
	how: { reason: string; userId: string },
): Promise<BulkRun> {
	const event = await getWholeEvent(services, scope);
	if (event.status !== 'cancelled')
		throw ruleViolation('event-not-cancelled', message`Cancel the event before you refund all its orders.`);
	if (await isCancelPending(services.database.db, scope))
		throw ruleViolation(
			'cancel-pending',
			message`The event can still be restored. Refund all its orders once its guests are emailed, or email them now.`,
		);
	const id = newId();
	try {
		await services.database.transaction(async (tx) => {
			await tx.execute(sql`
				INSERT INTO bulk_runs (id, organisation_id, event_id, state, reason, requested_by)
				VALUES (${id}, ${scope.organisationId}, ${scope.eventId}, 'running', ${how.reason}, ${how.userId})`);
			const { rows } = await tx.execute<Record<string, never>>(sql`
				INSERT INTO bulk_run_orders (organisation_id, run_id, order_id)
				SELECT DISTINCT ${scope.organisationId}::uuid, ${id}::uuid, p.subject_id FROM payments p
				WHERE ${refundable(scope)} AND ${left} > 0
				RETURNING order_id`);
			if (rows.length === 0)
				throw ruleViolation('nothing-to-refund', message`There is nothing left to refund.`);
		});
	} catch (error) {
		if (!isUniqueViolation(error, 'bulk_runs_running_unique')) throw error;
		throw ruleViolation('bulk-run-under-way', message`The refunds of this event are already under way.`);
	}
	return getBulk(services.database.db, { ...scope, runId: id });
}

interface RunRow extends Record<string, unknown> {
	id: string;
	state: BulkRun['state'];
	reason: string;
	created_at: string;
	ended_at: string | null;
	total: number;
	done: number;
	failed: number;
	under_way: number;
	to_send: number;
	sent_back: number;
}

const present = (row: RunRow): BulkRun => ({
	id: row.id,
	state: row.state,
	reason: row.reason,
	total: row.total,
	done: row.done,
	failed: row.failed,
	underWay: row.under_way,
	toSend: row.to_send,
	sentBack: row.sent_back,
	createdAt: new Date(row.created_at).toISOString(),
	endedAt: row.ended_at && new Date(row.ended_at).toISOString(),
});

/** Runs with their counts, which are counted anew: nothing else has to agree with them. */
async function readRuns(db: DbOrTx, scope: EventScope, narrow: ReturnType<typeof sql>): Promise<BulkRun[]> {
	const { rows } = await db.execute<RunRow>(sql`
		SELECT r.id, r.state, r.reason, r.created_at, r.ended_at, o.*, f.*
		FROM bulk_runs r
		CROSS JOIN LATERAL (SELECT count(*)::int AS total, count(*) FILTER (WHERE state = 'done')::int AS done,
			count(*) FILTER (WHERE state = 'failed')::int AS failed FROM bulk_run_orders o
			WHERE o.organisation_id = r.organisation_id AND o.run_id = r.id) o
		CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE f.state = 'requested' AND p.gateway IS NOT NULL)::int AS under_way,
			count(*) FILTER (WHERE f.state = 'requested' AND p.gateway IS NULL)::int AS to_send,
			count(*) FILTER (WHERE f.state = 'failed')::int AS sent_back
			FROM bulk_run_orders o JOIN refunds f ON f.organisation_id = o.organisation_id AND f.subject_id = o.order_id
			JOIN payments p ON p.organisation_id = f.organisation_id AND p.id = f.payment_id
			WHERE o.organisation_id = r.organisation_id AND o.run_id = r.id AND o.state = 'done'
				AND f.organisation_id = r.organisation_id AND f.event_id = r.event_id
				AND f.reason = 'cancelled_event' AND f.created_at >= r.created_at) f
		WHERE r.organisation_id = ${scope.organisationId} AND r.event_id = ${scope.eventId} ${narrow}`);
	return rows.map(present);
}

/** The last runs of an event, newest first. */
export const listBulk = (db: DbOrTx, scope: EventScope): Promise<BulkRun[]> =>
	readRuns(db, scope, sql`ORDER BY r.id DESC LIMIT 10`);

export async function getBulk(db: DbOrTx, scope: EventScope & { runId: string }): Promise<BulkRun> {
	const [run] = await readRuns(db, scope, sql`AND r.id = ${scope.runId}`);
	if (!run) throw notFound('Bulk run');
	return run;
}

/** The first 100 orders that a run could not refund. */
export async function listBulkFailures(db: DbOrTx, scope: EventScope & { runId: string }) {
	const { rows } = await db.execute<{
		id: string;
		code: string;
		buyer_name: string;
		error: string | null;
	}>(sql`
		SELECT o.id, o.code, o.buyer_name, b.error FROM bulk_run_orders b
		JOIN orders o ON o.organisation_id = b.organisation_id AND o.event_id = ${scope.eventId} AND o.id = b.order_id
		WHERE b.organisation_id = ${scope.organisationId} AND b.run_id = ${scope.runId} AND b.state = 'failed'
		ORDER BY b.order_id LIMIT 100`);
	return rows.map((row) => ({
		orderId: row.id,
		code: row.code,
		buyerName: row.buyer_name,
		error: row.error ?? '',
	}));
}

/** Stops a run after the orders that are being refunded now. One that has ended stays as it is. */
export async function stopBulk(services: Services, scope: EventScope & { runId: string }): Promise<BulkRun> {
	await services.database.db.execute(sql`
		UPDATE bulk_runs SET state = 'stopped', ended_at = now()
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${scope.runId}
			AND state = 'running'`);
	return getBulk(services.database.db, scope);
}
