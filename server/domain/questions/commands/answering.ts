import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { AskedAttendee, OrderScope } from '../answer-rows.ts';
import type { GivenAnswers } from '../answer-rules.ts';
import type { Answering } from '../news-answers.ts';

/** Who submits answers: the holder of the order's link, a member of the organisation, or check-in staff. */
export type AnsweredBy = 'buyer' | 'organiser' | 'door';

export interface SavedAnswers {
	people: GivenAnswers[];
	by: AnsweredBy;
	/** Version of the link, where somebody answers whom the ticket was transferred to: for themselves alone. */
	holderVersion?: number | undefined;
	/** When it was said, for what comes in late: an answer given since then stands. Now when absent. */
	answeredAt?: Date | undefined;
}

/**
 * Keeps the order from being removed meanwhile, and asks whether it can still be answered for. Changes of its answers go one after the
 * other, so that each knows those before it: of an answer that is not there yet no row can be held.
 * @returns its buyer
 */
export async function holdOrder(
	services: Services,
	tx: Tx,
	scope: OrderScope,
	by: AnsweredBy,
): Promise<Answering> {
	const { rows } = await tx.execute<Answering & { status: string; starts_at: string }>(sql`
		SELECT o.status, e.starts_at, o.buyer_name AS name, o.buyer_email AS email, o.locale,
			pg_advisory_xact_lock(hashtextextended(${`answers of order ${scope.orderId}`}, 0))
		FROM orders o JOIN events e ON e.organisation_id = o.organisation_id AND e.id = o.event_id
		WHERE o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId} AND o.id = ${scope.orderId}
		FOR KEY SHARE OF o`);
	const order = rows[0];
	if (!order) throw notFound('Order');
	const { name, email, locale } = order;
	const buyer = { name, email, locale };
	if (by !== 'buyer') return buyer;
	if (order.status === 'cancelled' || order.status === 'expired')
		throw ruleViolation(
			'order-cancelled',
			message`This order was cancelled, so its answers can’t be changed.`,
		);
	if (new Date(order.starts_at) <= services.clock.now())
		throw ruleViolation(
			'event-started',
			message`This event has started, so answers can no longer be changed.`,
		);
	return buyer;
}

/** Refuses everybody but who holds a ticket; who does, changes only while the order is held. Organisers answer for all. */
export function refuseOthers(
	attendees: readonly AskedAttendee[],
	{ people, by, holderVersion }: Pick<SavedAnswers, 'people' | 'by' | 'holderVersion'>,
): void {
	if (by !== 'buyer') return;
	for (const { attendeeId } of people) {
		const ticket = attendees.find(({ id }) => id === attendeeId);
		if (holderVersion !== undefined) {
			if (ticket?.holderVersion !== holderVersion) throw notFound('Ticket');
		} else if (ticket && ticket.holderVersion !== null)
			throw ruleViolation(
				'ticket-handed-on',
				message`This ticket was transferred. Only the person who has it now can answer for it.`,
			);
	}
}
