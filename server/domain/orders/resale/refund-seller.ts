import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { refundOrder } from '../commands/refund-order.ts';
import { holdMoney } from '../documents/with-order.ts';
import type { OrderScope } from '../order-record.ts';

const name = 'orders.refund-resales';
const perRound = 100;

type DueRefund = OrderScope & { listingId: string };

/** Refunds tickets that were resold to their buyers, less what the event keeps. */
export const resaleRefundPoller = createFairPoller<DueRefund>({
	name,
	idleMs: 1_000,
	async find({ database }, { without }) {
		const { rows } = await database.pool.query<DueRefund>({
			name: 'orders.find-due-resales',
			text: `SELECT organisation_id AS "organisationId", event_id AS "eventId", order_id AS "orderId", id AS "listingId"
				FROM resale_listings WHERE refund_due_at <= now()
					AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
				ORDER BY refund_due_at LIMIT ${perRound}`,
			values: [without],
		});
		return rows;
	},
	ownerOf: ({ organisationId }) => organisationId,
	keyOf: ({ listingId }) => listingId,
	atOnce: 1,
	async run(services, [due]) {
		return (await refundSeller(services, due)) ? 1 : 0;
	},
});

/** Refunds all tickets that were resold. @returns how many */
export const refundResales = runDue(resaleRefundPoller);

/** Refunds a ticket that was resold, once: in one unit of work with the note that it is done. @returns false: it was done before */
async function refundSeller(services: Services, { listingId, ...scope }: DueRefund): Promise<boolean> {
	return services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		const ticket = await unit.transaction(async (tx) => {
			await holdMoney(tx, scope);
			return takeDue(tx, scope, listingId);
		});
		if (!ticket) return false;
		const { attendeeId, keepMinor } = ticket;
		try {
			await refundOrder(inUnit, scope, {
				attendeeIds: [attendeeId],
				terms: { percent: 100, keepMinor },
				kind: 'resold',
				...{ reason: '', isCancelling: false, userId: null },
			});
		} catch (error) {
			// All of it was kept, or refunded by somebody before.
			if (!(error instanceof AppError && error.metadata?.rule === 'nothing-to-refund')) throw error;
		}
		return true;
	});
}

/**
 * Takes a refund that is due off the list, while the money of the order is held.
 * @returns null: it was done before, or waits for a decision about money that is disputed
 */
async function takeDue(
	tx: Tx,
	{ organisationId, orderId }: OrderScope,
	listingId: string,
): Promise<{ attendeeId: string; keepMinor: number } | null> {
	const { rows } = await tx.execute<{ attendee_id: string; keep_minor: string; is_done: boolean }>(sql`
		UPDATE resale_listings r SET refund_due_at = CASE WHEN EXISTS (
			SELECT FROM payments p JOIN disputes d ON d.organisation_id = p.organisation_id AND d.payment_id = p.id AND d.closed_at IS NULL
			WHERE p.organisation_id = r.organisation_id AND p.subject_id = r.order_id AND p.contested_minor > 0) THEN now() + interval '1 day' END
		WHERE r.organisation_id = ${organisationId} AND r.order_id = ${orderId} AND r.id = ${listingId} AND r.refund_due_at <= now()
		RETURNING attendee_id, keep_minor, refund_due_at IS NULL AS is_done`);
	const [row] = rows;
	return row?.is_done ? { attendeeId: row.attendee_id, keepMinor: Number(row.keep_minor) } : null;
}
