import { createHash } from 'node:crypto';
import { plainArray } from '#server/db/statement.ts';
import type { Services } from '#server/services.ts';
import type { RecordedFact } from '../facts.ts';
import { findReachable, type ReachableGuest, reachableGuests } from '../orders/confirmed-orders.ts';
import type { OrderRecord } from '../orders/order-record.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';
import type { OrderRef } from './sources/orders.ts';

export const emailHash = (email: string) =>
	createHash('sha256').update(email.toLowerCase()).digest('base64url');

export const scopeOf = (fact: Pick<RecordedFact, 'organisationId' | 'eventId'>) => ({
	organisationId: fact.organisationId as string,
	eventId: fact.eventId as string,
});

export const addressed = (order: OrderRecord, ref: OrderRef) => ({
	recipient: order.buyer.email,
	locale: order.locale,
	organisationId: ref.organisationId,
	eventId: ref.eventId,
});

/** Owes a mail to everybody who holds tickets of an event: one to the buyer of each order, and one to each other address in it. */
export async function enqueueForAll(
	services: Services,
	fact: RecordedFact,
	template: 'events/cancelled' | 'events/postponed',
): Promise<void> {
	const scope = scopeOf(fact);
	for await (const guests of reachableGuests(services, scope)) {
		await enqueueMails(
			services.database.db,
			[...Map.groupBy(guests, (guest) => `${guest.orderId} ${recipientOf(guest)}`).values()].flatMap(
				([first]) =>
					first
						? [
								{
									...scope,
									template,
									ref: {
										...scope,
										orderId: first.orderId,
										...(first.attendeeId && { attendeeId: first.attendeeId }),
									},
									recipient: first.email,
									locale: first.locale,
									dedupeKey: `${template}:${first.attendeeId ?? first.orderId}:${fact.id}`,
								},
							]
						: [],
			),
		);
	}
}

/** What gets one email: a ticket that was transferred, or an address. */
const recipientOf = ({ attendeeId, isHolder, email }: ReachableGuest) =>
	isHolder ? attendeeId : email.toLowerCase();

/** Which of these addresses were written to about an order. */
export async function knowingOf(
	services: Services,
	orderId: string,
	emails: readonly string[],
): Promise<Set<string>> {
	const { rows } = await services.database.pool.query<{ recipient: string }>({
		name: 'notifications.knowing-of-order',
		text: `SELECT DISTINCT recipient FROM mails
			WHERE recipient = ANY ($1::text[]) AND props->>'orderId' = $2 AND status IN ('queued', 'sending', 'sent', 'stored')`,
		values: [plainArray(emails), orderId],
	});
	return new Set(rows.map(({ recipient }) => recipient));
}

/** Owes their tickets to the buyers of confirmed orders. */
export async function enqueueConfirmations(
	services: Services,
	facts: RecordedFact<'orders.order-confirmed'>[],
): Promise<void> {
	const refs = facts
		.filter((fact) => fact.payload.notify)
		.map((fact) => ({ ...scopeOf(fact), orderId: fact.payload.orderId }));
	if (refs.length === 0) return;
	const orders = await findReachable(services, refs);
	const mails = refs.flatMap((ref) => {
		const order = orders.get(ref.orderId);
		return order ? [{ ref, order }] : [];
	});
	await enqueueMails(
		services.database.db,
		mails.map(({ ref, order }) => ({
			template: 'orders/confirmation',
			ref,
			recipient: order.buyerEmail,
			locale: order.locale,
			organisationId: ref.organisationId,
			eventId: ref.eventId,
			dedupeKey: `orders/confirmation:${ref.orderId}`,
		})),
	);
}
