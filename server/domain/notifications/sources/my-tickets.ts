import { findReplyTo } from '#server/domain/settings/queries.ts';
import { myTickets } from '#server/emails/orders/my-tickets.ts';
import type { Services } from '#server/services.ts';
import { type OrderData, readOrder, type TicketRef } from './orders.ts';
import { source } from './source.ts';

/** How guests reach an organiser: where their answers go, and the contact form of the organiser's public page. */
export async function readContact(services: Services, organisationId: string) {
	const replyTo = await findReplyTo(services.database.db, organisationId);
	const { rows } = await services.database.pool.query<{ slug: string }>(
		`SELECT o.slug FROM organisations o JOIN organisation_pages p ON p.organisation_id = o.id
		WHERE o.id = $1 AND o.sandbox_of IS NULL AND p.is_shown AND p.takes_messages`,
		[organisationId],
	);
	const [page] = rows;
	return {
		replyTo: replyTo?.address ?? null,
		contactLink: page ? `${services.config.appUrl}/organisers/${page.slug}` : null,
	};
}

/** The links of several orders and tickets of one address; those that changed hands or ended since are left out. */
export const myTicketsSource = source({
	template: myTickets,
	async load(services, ref: { orders: TicketRef[] }, options) {
		const found = await Promise.all(
			ref.orders.map(async (one) => ({
				...(await readOrder(services, one, { ...options, isForSending: false })),
				isOfTicket: one.attendeeId !== undefined,
			})),
		);
		const theirs = found.filter(
			(data): data is OrderData & { isOfTicket: boolean } =>
				!('obsolete' in data) &&
				(data.isOfTicket ? data.guest?.email : data.order.buyer.email)?.toLowerCase() ===
					options.recipient.toLowerCase(),
		);
		if (theirs.length === 0) return { obsolete: 'The orders have another address now, or are gone.' };
		const links = theirs.flatMap(({ manageLink }) => manageLink ?? []);
		return {
			events: theirs.map(({ mailEvent }) => mailEvent),
			manageLinks: links.length === theirs.length ? links : null,
		};
	},
});
