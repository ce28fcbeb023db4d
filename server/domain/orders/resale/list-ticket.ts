import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { isCheckViolation } from '#server/db/errors.ts';
import { lockPlaces } from '#server/domain/tickets/places.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { offerPlacesWithin } from '#server/domain/waitlist/offer-places.ts';
import { insertListing, withdrawListing } from '#server/domain/waitlist/resale-listings.ts';
import type { Services } from '#server/services.ts';
import type { ResaleObstacle } from '#shared/contracts/resale.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { share } from '#shared/rules/pricing/money.ts';
import type { QuoteLine } from '#shared/rules/pricing/quote.ts';
import type { ResaleState } from '#shared/rules/resale.ts';
import { holdMoney } from '../documents/with-order.ts';
import { linesBack } from '../order-changes/change-lines.ts';
import type { OrderRecord } from '../order-record.ts';
import { isHandedOn } from '../present.ts';
import { handedOn, lockTicket } from '../transfers/rows.ts';
import type { TicketScope } from '../transfers/tokens.ts';
import { type ResellableTicket, readResellable } from './options.ts';

/** Each listing may make an offer to somebody who waits, with an email. */
const mostListingsADay = 10;

const obstacleTexts: Record<ResaleObstacle, TranslatableMessage> = {
	'no-resale': message`Tickets for this event can’t be resold. Contact the organiser.`,
	'not-confirmed': message`This order isn’t confirmed, so its tickets can’t be resold.`,
	'payment-in-progress': message`A change of this order waits for its payment. Pay for it or cancel it first.`,
	'refund-requested': message`You asked for a refund. Cancel the request before you sell tickets.`,
	disputed: message`A payment for this order is disputed. Contact the organiser.`,
	'checked-in': message`This ticket was already used to enter, so it can’t be sold.`,
	offered: message`This ticket is being transferred. Cancel the transfer first.`,
	'other-kind': message`This kind of ticket can’t be resold. Contact the organiser.`,
	'no-price': message`This ticket has no price that can be paid by card, so it can’t be resold.`,
	refunded: message`A part of this ticket was refunded, so it can’t be resold. Contact the organiser.`,
};

const refuse = (obstacle: ResaleObstacle) =>
	ruleViolation('resale-not-allowed', obstacleTexts[obstacle], { obstacle });

/**
 * Offers a ticket of an order for resale at what it cost, and to the next on the waitlist at once. In one transaction, which holds the money of
 * the order and the places of the event: transfers, changes, refunds and cancellations of it wait, and find what it left. One that is for sale
 * already stays as it is.
 * @param backMinor what its buyer saw that comes back
 * @throws not-found, `ticket-cancelled`, `ticket-handed-on`, `resale-not-allowed`, `resale-changed`, `too-many-listings`
 */
export async function listTicket(services: Services, scope: TicketScope, backMinor: number): Promise<void> {
	try {
		await services.database.unitOfWork(async (unit) => {
			const inUnit = { ...services, database: unit };
			await unit.transaction(async (tx) => {
				await holdMoney(tx, scope);
				await lockPlaces(tx, scope);
				const found = await judge(inUnit, tx, scope, backMinor);
				if (!found) return;
				await refuseTooMany(tx, scope);
				const { order, ticket } = found;
				const { organisationId, eventId, orderId } = scope;
				const { attendeeId, ticketTypeId, priceMinor, keepMinor } = ticket;
				const listingId = await insertListing(tx, {
					...{ organisationId, eventId, orderId, attendeeId, ticketTypeId, priceMinor, keepMinor },
					feeMinor: share(order.feeMinor, priceMinor, order.totalMinor),
					lines: linesOfTicket(order, attendeeId),
				});
				await publishResale(inUnit, tx, scope, { listingId, state: 'listed' });
				await offerPlacesWithin(inUnit, tx, scope);
			});
		});
	} catch (error) {
		// The database knows a lower price of it than its lines say.
		if (isCheckViolation(error, 'resale_never_dearer')) throw refuse('no-price');
		throw error;
	}
	stockStore(services).forget(scope.eventId);
}

/** @returns null: it is for sale already */
async function judge(
	services: Services,
	tx: Tx,
	scope: TicketScope,
	backMinor: number,
): Promise<{ order: OrderRecord; ticket: ResellableTicket } | null> {
	const { order, obstacle, tickets } = await readResellable(services, tx, scope);
	const attendee = order.attendees.find(({ id }) => id === scope.attendeeId);
	if (!attendee) throw notFound('Attendee');
	if (attendee.resale?.state === 'listed') return null;
	if (attendee.status === 'active' && isHandedOn(attendee)) throw handedOn();
	if (obstacle) throw refuse(obstacle);
	const ticket = tickets.find(({ attendeeId }) => attendeeId === attendee.id);
	if (!ticket)
		throw ruleViolation('ticket-cancelled', message`This ticket was cancelled, so it can’t be sold.`);
	if (ticket.obstacle) throw refuse(ticket.obstacle);
	const now = ticket.priceMinor - ticket.keepMinor;
	if (now !== backMinor)
		throw ruleViolation('resale-changed', message`What you get back has changed. Check it and try again.`, {
			backMinor: now,
			currency: order.currency,
		});
	return { order, ticket };
}

/** @throws `too-many-listings` */
async function refuseTooMany(tx: Tx, { organisationId, orderId, attendeeId }: TicketScope): Promise<void> {
	const { rows } = await tx.execute<{ made: number }>(sql`
		SELECT count(*)::int AS made FROM resale_listings WHERE organisation_id = ${organisationId} AND order_id = ${orderId}
			AND attendee_id = ${attendeeId} AND created_at > now() - interval '1 day'`);
	if ((rows[0]?.made ?? 0) >= mostListingsADay)
		throw ruleViolation(
			'too-many-listings',
			message`You’ve offered this ticket too often within a day. Try again tomorrow.`,
		);
}

/** The lines that a ticket was sold with, as they are sold once more. */
export const linesOfTicket = (
	order: Pick<OrderRecord, 'lines' | 'attendees' | 'currency'>,
	attendeeId: string,
): QuoteLine[] =>
	linesBack(order, [attendeeId]).lines.map(
		({ kind, ticketTypeId, tierName, unitMinor, taxBasisPoints, netMinor, taxMinor, grossMinor }, line) => ({
			...{ line, kind, ticketTypeId, tierName, quantity: 1, unitMinor, taxBasisPoints },
			...{ netMinor: 0 - netMinor, taxMinor: 0 - taxMinor, grossMinor: 0 - grossMinor },
		}),
	);

/**
 * Stops offering a ticket for resale. One that is not for sale stays as it is.
 * @throws not-found; `resale-in-progress`: somebody is offered it or pays for it
 */
export async function endListing(services: Services, scope: TicketScope): Promise<void> {
	await services.database.transaction(async (tx) => {
		await lockTicket(tx, scope);
		await lockPlaces(tx, scope);
		const listing = await withdrawListing(tx, scope, scope.attendeeId);
		if (!listing) return;
		if (listing.isTaken)
			throw new AppError('BUSINESS_RULE_VIOLATION', {
				status: 409,
				userMessage: message`Someone is offered this ticket or pays for it right now. Try again later.`,
				metadata: { rule: 'resale-in-progress' },
			});
		await publishResale(services, tx, scope, { listingId: listing.id, state: 'withdrawn' });
	});
}

/** Publishes how a ticket for resale stands now. */
function publishResale(
	services: Services,
	tx: Tx,
	{ organisationId, eventId, orderId, attendeeId }: TicketScope,
	{ listingId, state }: { listingId: string; state: ResaleState },
): Promise<void> {
	const payload = { orderId, attendeeId, listingId, state };
	const name = 'orders.resale-changed' as const;
	return services.facts.publish(tx, { name, organisationId, eventId, payload }, services);
}
