import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { PaymentSettings } from '#shared/contracts/payments.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { HOLD_MINUTES } from '#shared/rules/periods.ts';
import type { OrderScope } from './order-record.ts';
import { writeTransferAccount } from './transfer-account.ts';

/** The amount to pay at the door, by a buyer who is present. */
const isPending = ({ organisationId, eventId, orderId }: OrderScope) =>
	sql`organisation_id = ${organisationId} AND event_id = ${eventId} AND id = ${orderId} AND status = 'pending'`;

const refuseEnded = () =>
	ruleViolation('hold-ended', message`The time to pay for this order has expired. Sell the tickets again.`);

/** Keeps the places of an order for as long as it takes to pay it by card on a phone. @throws `hold-ended` */
export async function holdForCard(tx: Tx, scope: OrderScope): Promise<void> {
	const { rows } = await tx.execute<{ id: string }>(sql`
		UPDATE orders SET expires_at = greatest(expires_at, now() + make_interval(mins => ${HOLD_MINUTES})), updated_at = now()
		WHERE ${isPending(scope)} RETURNING id`);
	if (rows.length === 0) throw refuseEnded();
}

/**
 * Notes that an order is paid by transfer, and keeps its places for the days that the organisation gives, at most until the event ends. What was held for
 * longer stays so.
 * @throws `hold-ended`
 */
export async function holdForTransfer(
	services: Services,
	tx: Tx,
	scope: OrderScope,
	settings: Pick<PaymentSettings, 'transferDays' | 'transferHolder' | 'transferIban' | 'transferBic'>,
): Promise<void> {
	const { organisationId, eventId, orderId } = scope;
	const { rows } = await tx.execute<{ was: string | null }>(sql`
		UPDATE orders o SET terms = 'transfer', must_confirm_address = false, held_from = NULL, updated_at = now(),
			expires_at = greatest(o.expires_at, least(e.ends_at, now() + make_interval(days => ${settings.transferDays})))
		FROM (SELECT terms AS was FROM orders WHERE ${isPending(scope)} FOR UPDATE) before, events e
		WHERE o.organisation_id = ${organisationId} AND o.event_id = ${eventId} AND o.id = ${orderId} AND o.status = 'pending'
			AND e.organisation_id = o.organisation_id AND e.id = o.event_id
		RETURNING before.was`);
	const [row] = rows;
	if (!row) throw refuseEnded();
	if (row.was === 'transfer') return;
	await writeTransferAccount(tx, scope, settings);
	const fact = { name: 'orders.payment-chosen' as const, payload: { orderId, terms: 'transfer' as const } };
	await services.facts.publish(tx, { ...fact, organisationId, eventId }, services);
}
