import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { ticketTransfers } from '#server/db/tables/orders.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { TRANSFER_DAYS } from '#shared/rules/ticket-transfers.ts';
import { handedOn, type LockedTicket, lockTicket, publishTransfer, refuseClosed } from './rows.ts';
import type { TicketScope } from './tokens.ts';

/** Offers send emails to strangers. */
const mostOffersADay = { ofTicket: 5, ofOrder: 50 };
const dayMs = 86_400_000;

/** Who acts: the buyer of the order, or the holder of a ticket that was transferred, by the version of their link. */
export type Holder = 'buyer' | { holderVersion: number };

/** Refuses everybody but who holds a ticket. @throws `ticket-handed-on`; not-found for a link that is no longer valid */
function refuseOthers(ticket: LockedTicket, holder: Holder): void {
	if (holder === 'buyer') {
		if (ticket.holderVersion !== null) throw handedOn();
	} else if (ticket.holderVersion !== holder.holderVersion) throw notFound('Ticket');
}

export const isOffered = ({ organisationId, eventId, attendeeId }: TicketScope) =>
	and(
		eq(ticketTransfers.organisationId, organisationId),
		eq(ticketTransfers.eventId, eventId),
		eq(ticketTransfers.attendeeId, attendeeId),
		eq(ticketTransfers.state, 'offered'),
	);

/**
 * Offers a ticket to somebody, who gets a link by email. It stays valid for whoever has it until they accept.
 * @throws not-found, `ticket-handed-on`, `ticket-cancelled`, `transfer-closed`, `transfer-open`, `same-holder`, `too-many-offers`
 */
export async function offerTicket(
	services: Services,
	scope: TicketScope,
	{ holder, to }: { holder: Holder; to: { name: string; email: string } },
): Promise<void> {
	const event = await getWholeEvent(services, scope);
	const { organisationId, eventId, orderId, attendeeId } = scope;
	await services.database.transaction(async (tx) => {
		const ticket = await lockTicket(tx, scope);
		const now = services.clock.now();
		refuseOthers(ticket, holder);
		if (ticket.status === 'cancelled')
			throw ruleViolation(
				'ticket-cancelled',
				message`This ticket was cancelled, so it can’t be transferred.`,
			);
		await refuseClosed(tx, scope, { ticket, event, now });
		await refuseSecondOffer(services, tx, scope, now);
		const from =
			holder === 'buyer'
				? { fromName: ticket.buyerName, fromEmail: ticket.buyerEmail }
				: { fromName: ticket.name, fromEmail: ticket.email };
		if (to.email.toLowerCase() === from.fromEmail.toLowerCase())
			throw ruleViolation(
				'same-holder',
				message`This is your own email. Enter the email of the person who gets the ticket.`,
			);
		await refuseTooMany(tx, scope, now);
		const transferId = newId();
		await tx.insert(ticketTransfers).values({
			...{ id: transferId, organisationId, eventId, orderId, attendeeId, ...from },
			...{ toName: to.name, toEmail: to.email, createdAt: now },
			expiresAt: new Date(Math.min(now.getTime() + TRANSFER_DAYS * dayMs, event.startsAt.getTime())),
		});
		await publishTransfer(services, tx, { ...scope, transferId }, 'offered');
	});
}

/** An offer whose time is over makes room for the next. @throws `transfer-open` */
async function refuseSecondOffer(services: Services, tx: Tx, scope: TicketScope, now: Date): Promise<void> {
	const [open] = await tx.select().from(ticketTransfers).where(isOffered(scope));
	if (!open) return;
	if (open.expiresAt > now)
		throw ruleViolation(
			'transfer-open',
			message`This ticket is already offered to someone. Cancel that offer to make another one.`,
		);
	await tx.update(ticketTransfers).set({ state: 'lapsed', endedAt: sql`now()` }).where(isOffered(scope));
	await publishTransfer(services, tx, { ...scope, transferId: open.id }, 'lapsed');
}

/** @throws `too-many-offers` */
async function refuseTooMany(tx: Tx, scope: TicketScope, now: Date): Promise<void> {
	const { rows } = await tx.execute<{ ofTicket: number; ofOrder: number }>(sql`
		SELECT count(*) FILTER (WHERE attendee_id = ${scope.attendeeId})::int AS "ofTicket", count(*)::int AS "ofOrder"
		FROM ticket_transfers WHERE organisation_id = ${scope.organisationId} AND order_id = ${scope.orderId}
			AND created_at > ${new Date(now.getTime() - dayMs).toISOString()}::timestamptz`);
	const made = rows[0];
	if (made && (made.ofTicket >= mostOffersADay.ofTicket || made.ofOrder >= mostOffersADay.ofOrder))
		throw ruleViolation(
			'too-many-offers',
			message`You’ve made too many offers within a day. Try again tomorrow.`,
		);
}

/**
 * Takes the offer of a ticket back. Without one it changes nothing.
 * @throws not-found; `ticket-handed-on`: it was accepted
 */
export async function withdrawOffer(services: Services, scope: TicketScope, holder: Holder): Promise<void> {
	await services.database.transaction(async (tx) => {
		refuseOthers(await lockTicket(tx, scope), holder);
		await tx.update(ticketTransfers).set({ state: 'withdrawn', endedAt: sql`now()` }).where(isOffered(scope));
	});
}
