import { sql } from 'drizzle-orm';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { suggestCardEvidence } from '#server/domain/gift-cards/dispute-evidence.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { formatsFor } from '#shared/lib/formats.ts';
import { isDonated } from '#shared/rules/order-lines.ts';
import { getOrder, type OrderRecord, type OrderScope } from '../order-record.ts';

interface Occurrence extends Record<string, unknown> {
	at: string;
	text: string;
}

/**
 * What our rows prove for the answer to a dispute: what was sold, when the event is, the refund policy if it is the one of the time of the order, and
 * what happened when. A person checks and changes it before it is sent. In English, as banks read it.
 * @throws not-found, also for a dispute of what is neither an order nor gift cards
 */
export async function suggestEvidence(
	services: Services,
	scope: { organisationId: string; disputeId: string },
): Promise<{ product: string; serviceDate: string; refundPolicy: string; explanation: string }> {
	const { rows } = await services.database.db.execute<{
		event_id: string | null;
		kind: string;
		order_id: string;
		captured: string;
		currency: string;
	}>(sql`
		SELECT d.event_id, p.subject_kind AS kind, d.subject_id AS order_id, p.captured_minor AS captured, p.currency
		FROM disputes d JOIN payments p ON p.organisation_id = d.organisation_id AND p.id = d.payment_id
		WHERE d.organisation_id = ${scope.organisationId} AND d.id = ${scope.disputeId}`);
	const [dispute] = rows;
	if (dispute?.kind === 'gift_cards')
		return suggestCardEvidence(services, {
			organisationId: scope.organisationId,
			purchaseId: dispute.order_id,
		});
	if (!dispute || dispute.event_id === null) throw notFound('Dispute');
	const ids = {
		organisationId: scope.organisationId,
		eventId: dispute.event_id,
		orderId: dispute.order_id,
	};
	const order = await getOrder(services, ids);
	const [event, occurrences, isPolicyOfOrder] = await Promise.all([
		getWholeEvent(services, ids),
		listOccurrences(services, ids),
		hasPolicyOfOrder(services, ids, order.createdAt),
	]);
	const formats = formatsFor('en');
	const when = (at: Date | string) => formats.dateTime(at, event.timeZone);
	const place = [event.venueName, event.city].filter(Boolean).join(', ');
	const product = `${soldOf(order)} for “${event.title}”`;
	const explanation = [
		`Order ${order.code}: ${order.buyer.name} (${order.buyer.email}) ordered ${product} on ${when(order.createdAt)} and paid ${formats.money(Number(dispute.captured), dispute.currency)}.`,
		`The event: ${when(event.startsAt)}${place === '' ? '' : `, ${place}`}.`,
		...occurrences.map(({ at, text }) => `${when(at)}: ${text}`),
	].join('\n');
	return {
		product,
		serviceDate: formats.date(event.startsAt, event.timeZone),
		refundPolicy: isPolicyOfOrder ? event.refundPolicy : '',
		explanation,
	};
}

/** “2 tickets and a donation” */
function soldOf(order: OrderRecord): string {
	const tickets = order.attendees.length;
	const hasGift = order.lines.some(isDonated);
	const parts = [
		...(tickets > 0 ? [`${tickets} ${tickets === 1 ? 'ticket' : 'tickets'}`] : []),
		...(hasGift ? ['a donation'] : []),
	];
	return parts.join(' and ');
}

/** Whether the refund policy is still the one that the event had when the order was placed. */
async function hasPolicyOfOrder(services: Services, order: OrderScope, placedAt: Date): Promise<boolean> {
	const { rows } = await services.database.db.execute<{ is_changed: boolean }>(sql`
		SELECT EXISTS (SELECT FROM event_changes c
			JOIN event_change_sets s ON s.organisation_id = c.organisation_id AND s.id = c.change_set_id
			WHERE c.organisation_id = ${order.organisationId} AND c.event_id = ${order.eventId} AND c.path = 'event.refundPolicy'
				AND s.created_at >= ${placedAt}) AS is_changed`);
	return rows[0]?.is_changed === false;
}

/** Accepted cards, emails that were sent, check-ins and refunds of an order, the oldest first. */
async function listOccurrences(services: Services, order: OrderScope): Promise<Occurrence[]> {
	const { organisationId, eventId, orderId } = order;
	const { rows } = await services.database.db.execute<Occurrence>(sql`
		SELECT * FROM (
			SELECT m.sent_at AS at, 'The tickets were emailed to ' || m.recipient || '.' AS text FROM mails m
			WHERE m.dedupe_key = ${`orders/confirmation:${orderId}`} AND m.organisation_id = ${organisationId} AND m.status = 'sent'
			UNION ALL
			SELECT c.occurred_at, 'The ticket of ' || a.name || ' was checked in at the event.' FROM attendees a
			JOIN check_ins c ON c.organisation_id = a.organisation_id AND c.event_id = a.event_id AND c.attendee_id = a.id
				AND c.verdict = 'accepted' AND c.direction = 'in' AND c.annulled_at IS NULL
			WHERE a.organisation_id = ${organisationId} AND a.event_id = ${eventId} AND a.order_id = ${orderId}
			UNION ALL
			SELECT r.settled_at, CASE WHEN r.gift_card_id IS NULL THEN 'A refund was made.'
				ELSE 'A refund was made as a gift card, not to the bank card.' END FROM refunds r
			WHERE r.organisation_id = ${organisationId} AND r.subject_id = ${orderId} AND r.state = 'succeeded'
			UNION ALL
			SELECT t.created_at, concat_ws(' ', 'The bank accepted the card', initcap(t.brand), 'ending in', t.last4) || '.'
			FROM payments p JOIN payment_attempts t ON t.organisation_id = p.organisation_id AND t.payment_id = p.id
				AND t.outcome = 'succeeded' AND t.last4 IS NOT NULL
			WHERE p.organisation_id = ${organisationId} AND p.subject_id = ${orderId}
		) AS occurred WHERE at IS NOT NULL ORDER BY at LIMIT 50`);
	return rows;
}
