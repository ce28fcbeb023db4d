import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { textArray } from '#server/db/statement.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { refuseAwaiting } from '../approval/rules.ts';
import { lockOrder, type OrderScope } from '../order-record.ts';
import { newTicketCode } from '../sale/sale-statement.ts';

/**
 * Asks for the confirmation mail again. With another address, the order is its new owner's from now on: the link and the ticket codes
 * that went to the wrong address are void, and the door says so; tickets that were transferred stay as they are.
 * @param what.attendeeId the ticket that is meant: a guest with an email of their own gets it there, and only it
 * @throws `order-not-confirmed`, `order-awaits-approval`, `ticket-cancelled`, `no-address`; `ticket-handed-on`: the buyer has no ticket left
 */
export async function requestConfirmation(
	services: Services,
	scope: OrderScope,
	what: { email?: string | undefined; attendeeId?: string | undefined } = {},
): Promise<void> {
	const { email, attendeeId } = what;
	await services.database.transaction(async (tx) => {
		const order = await lockOrder(tx, scope);
		refuseAwaiting(order.status);
		if (order.status !== 'confirmed')
			throw ruleViolation(
				'order-not-confirmed',
				message`This order isn’t confirmed yet, so it has no tickets to send.`,
			);
		const hasAddress = attendeeId && (await hasEmail(tx, scope, attendeeId));
		if (!email && order.buyerEmail === '' && !hasAddress)
			throw ruleViolation('no-address', message`This guest has no email address. Add one first.`);
		if (!email && !attendeeId && (await hasNoneLeft(tx, scope)))
			throw ruleViolation(
				'ticket-handed-on',
				message`All tickets of this order were transferred. Each was sent to the person who has it now.`,
			);
		if (email && email !== order.buyerEmail) await changeAddress(tx, scope, order.buyerEmail, email);
		await services.facts.publish(
			tx,
			{
				name: 'orders.confirmation-requested',
				organisationId: scope.organisationId,
				eventId: scope.eventId,
				payload: { orderId: scope.orderId, requestId: newId(), attendeeId },
			},
			services,
		);
	});
}

/** Whether all valid tickets of an order were transferred. */
async function hasNoneLeft(tx: Tx, scope: OrderScope): Promise<boolean> {
	const { rows } = await tx.execute<{ none: boolean | null }>(sql`
		SELECT bool_and(holder_version IS NOT NULL) AS none FROM attendees
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND order_id = ${scope.orderId}
			AND status = 'active'`);
	return rows[0]?.none === true;
}

/** Whether a ticket names an email. A cancelled one is not sent to anybody. */
async function hasEmail(tx: Tx, scope: OrderScope, attendeeId: string): Promise<boolean> {
	const { rows } = await tx.execute<{ email: string; status: string }>(sql`
		SELECT email, status FROM attendees
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${attendeeId}`);
	if (rows[0]?.status === 'cancelled')
		throw ruleViolation('ticket-cancelled', message`This ticket was cancelled, so it can’t be sent.`);
	return Boolean(rows[0]?.email);
}

async function changeAddress(tx: Tx, scope: OrderScope, from: string, to: string): Promise<void> {
	await tx.execute(sql`
		UPDATE orders SET buyer_email = ${to}, manage_version = manage_version + 1, updated_at = now()
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${scope.orderId}`);
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM attendees
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND order_id = ${scope.orderId}
			AND status = 'active' AND holder_version IS NULL
		ORDER BY id FOR UPDATE`);
	await tx.execute(sql`
		WITH fresh AS (
			SELECT * FROM unnest(${textArray(rows.map((row) => row.id))}::uuid[], ${textArray(rows.map(newTicketCode))}::text[]) AS f(id, code)
		), retired AS (
			INSERT INTO retired_ticket_codes (organisation_id, event_id, ticket_code, attendee_id)
			SELECT a.organisation_id, a.event_id, a.ticket_code, a.id
			FROM attendees a JOIN fresh ON fresh.id = a.id
			WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId}
		)
		UPDATE attendees a SET ticket_code = fresh.code, version = version + 1, updated_at = now(),
			email = CASE WHEN a.email = ${from} THEN ${to} ELSE a.email END
		FROM fresh
		WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId} AND a.id = fresh.id`);
}
