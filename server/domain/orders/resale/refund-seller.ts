import { takeDueRefund } from '#server/domain/waitlist/resale-listings.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
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
	...findDue<DueRefund>(
		'orders.find-due-resales',
		`SELECT organisation_id AS "organisationId", event_id AS "eventId", order_id AS "orderId", id AS "listingId"
				FROM resale_listings WHERE refund_due_at <= now()
					AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
				ORDER BY refund_due_at LIMIT ${perRound}`,
	),
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
			return takeDueRefund(tx, scope, listingId);
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
			// All of it was retained as a fee, or refunded before.
			if (!(error instanceof AppError && error.metadata?.rule === 'nothing-to-refund')) throw error;
		}
		return true;
	});
}
