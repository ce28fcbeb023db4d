import { sql } from 'drizzle-orm';
import { recordPayment } from '#server/domain/payments/settle.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import type { OrderScope } from '../order-record.ts';

/**
 * Notes money that came by transfer or at the door, and confirms the order with it. Of an order whose time has ended only if there is room.
 * @returns the id of the payment
 * @throws `order-confirmed`, `order-cancelled`, `hold-ended`, `payment-in-progress` while a card payment is under way
 */
export async function markOrderPaid(
	services: Services,
	scope: OrderScope,
	how: {
		method: 'transfer' | 'cash' | 'door_card';
		note: string;
		userId: string;
		/** Where more came than the order costs: what came. */
		amountMinor?: number;
	},
): Promise<string> {
	const id = newId();
	await services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		await unit.transaction(async (tx) => {
			const { rows } = await tx.execute<{
				status: string;
				total: string;
				currency: string;
				is_paying: boolean;
			}>(sql`
				SELECT status, total_minor AS total, currency, EXISTS (
					SELECT FROM payments p WHERE p.organisation_id = o.organisation_id AND p.subject_id = o.id
						AND p.state IN ('created', 'requires_action', 'processing')) AS is_paying
				FROM orders o
				WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${scope.orderId}`);
			const order = rows[0];
			if (!order) throw notFound('Order');
			if (order.status === 'confirmed')
				throw ruleViolation('order-confirmed', message`This order is already confirmed.`);
			if (Number(order.total) === 0)
				throw ruleViolation('nothing-to-pay', message`There is nothing to pay for this order.`);
			if (order.is_paying)
				throw ruleViolation('payment-in-progress', message`A card payment for this order is in progress.`);
			await recordPayment(inUnit, tx, {
				id,
				organisationId: scope.organisationId,
				eventId: scope.eventId,
				subjectId: scope.orderId,
				method: how.method,
				currency: order.currency,
				amountMinor: how.amountMinor ?? Number(order.total),
				madeBy: how.userId,
				note: how.note,
			});
		});
	});
	return id;
}
