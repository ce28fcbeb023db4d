import { sql } from 'drizzle-orm';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { lockOrder, type OrderScope } from '../order-record.ts';
import { isAddressProof } from '../unpaid-places.ts';

/**
 * Confirms the address of an order that is paid at the door: its places are held until the event ends. Once more, or once it is paid, it
 * changes nothing.
 * @param proof from the email of the order
 * @throws `proof-invalid`, `hold-ended`
 */
export async function confirmAddress(services: Services, scope: OrderScope, proof: string): Promise<void> {
	const { endsAt } = await getWholeEvent(services, scope);
	await services.database.transaction(async (tx) => {
		const order = await lockOrder(tx, scope);
		if (!isAddressProof(services.secret, scope, order.manageVersion, proof))
			throw ruleViolation(
				'proof-invalid',
				message`This link doesn’t confirm the order. Open the latest email about it.`,
			);
		if (order.status === 'expired' || order.status === 'cancelled')
			throw ruleViolation('hold-ended', message`Your hold has ended. Get the tickets again before you pay.`);
		await tx.execute(sql`
			UPDATE orders SET must_confirm_address = false, updated_at = now(),
				expires_at = greatest(expires_at, ${endsAt.toISOString()}::timestamptz)
			WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${scope.orderId}
				AND status = 'pending' AND terms = 'door' AND must_confirm_address`);
	});
}
