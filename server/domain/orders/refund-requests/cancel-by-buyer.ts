import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { RefundTarget } from '#shared/rules/payment-states.ts';
import { cancelOrder } from '../commands/cancel-order.ts';
import { refundOrder } from '../commands/refund-order.ts';
import { holdMoney } from '../documents/with-order.ts';
import type { OrderScope } from '../order-record.ts';
import { readCancellation } from './cancellation.ts';

/** What a buyer gives up. */
export interface BuyerCancellation {
	/** Without it, all tickets of the order. */
	attendeeIds?: readonly string[] | undefined;
	/** What they saw that comes back. */
	refundMinor?: number | undefined;
	/** Where it goes; without it, back the way it was paid. */
	refundTo?: RefundTarget | undefined;
}

/**
 * Cancels tickets of a paid order for its buyer, with the refund that the policy of the event promises, in one transaction: refunds and
 * cancellations by the organiser and others of the buyer wait for it, and find what it left. Tickets that are cancelled already change nothing.
 * @throws `refund-needed`: a person decides; `refund-changed`: another amount comes back than the buyer saw; `event-ended`;
 *   `gift-cards-not-offered`; *   `ticket-handed-on`; `ticket-for-sale`
 */
export async function cancelByBuyer(
	services: Services,
	scope: OrderScope,
	wanted: BuyerCancellation,
): Promise<void> {
	await services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		await unit.transaction((tx) => holdMoney(tx, scope));
		const offer = await readCancellation(inUnit, scope, wanted.attendeeIds);
		const { attendeeIds, refundMinor, terms } = offer;
		if (attendeeIds.length === 0) return;
		if (offer.way === 'request')
			throw ruleViolation(
				'refund-needed',
				message`The organiser decides about this refund. Send them a refund request.`,
				{ reason: offer.reason },
			);
		if (wanted.refundMinor !== undefined && wanted.refundMinor !== refundMinor)
			throw ruleViolation('refund-changed', message`What you get back has changed. Check it and try again.`, {
				refundMinor,
				currency: offer.currency,
			});
		if (refundMinor > 0 && terms)
			await refundOrder(inUnit, scope, {
				attendeeIds,
				terms,
				kind: 'buyer_cancelled',
				reason: '',
				isCancelling: false,
				userId: null,
				refundTo: wanted.refundTo,
			});
		if (offer.isWhole) await cancelOrder(inUnit, scope, { notify: true, isByBuyer: true });
		else
			for (const attendeeId of attendeeIds)
				await cancelOrder(inUnit, scope, { attendeeId, notify: true, isByBuyer: true });
	});
}
