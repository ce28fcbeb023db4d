import { sql } from 'drizzle-orm';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { OrderScope } from '../order-record.ts';

/**
 * Sends how to pay once more to the buyer of an order that waits for its transfer or for the door; at most once a day.
 * @throws `nothing-to-remind`, not-found
 */
export async function remindOrder(services: Services, scope: OrderScope): Promise<void> {
	await services.database.transaction(async (tx) => {
		const { rows } = await tx.execute<{ terms: 'transfer' | 'door' | null; isWaiting: boolean; day: string }>(
			sql`SELECT terms, status = 'pending' AND terms IN ('transfer', 'door') AND expires_at > now() AS "isWaiting", now()::date::text AS day
				FROM orders WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${scope.orderId}`,
		);
		const [order] = rows;
		if (!order) throw notFound('Order');
		const { terms, isWaiting, day } = order;
		if (!isWaiting || terms === null)
			throw ruleViolation(
				'nothing-to-remind',
				message`This order doesn’t wait for a transfer or for payment at the door.`,
			);
		const { organisationId, eventId, orderId } = scope;
		await services.facts.publish(
			tx,
			{
				...{ name: 'orders.payment-chosen', organisationId, eventId },
				payload: { orderId, terms, remindedOn: day },
			},
			services,
		);
	});
}
