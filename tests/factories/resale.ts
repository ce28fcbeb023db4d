import type { Database } from '#server/db/client.ts';
import { resaleListings } from '#server/db/tables/waitlist.ts';
import { newId } from '#shared/lib/ids.ts';
import type { QuoteLine } from '#shared/rules/pricing/quote.ts';

/**
 * Offers tickets of a paid order for resale, as their buyer would: at what they cost. Each line of the order is of tickets at one price.
 * @returns the listings, in the order of the tickets
 */
export async function insertListings(
	database: Database,
	orderId: string,
	{ keepMinor = 0 }: { keepMinor?: number } = {},
): Promise<string[]> {
	const { rows: tickets } = await database.pool.query(
		`SELECT id, organisation_id, event_id, ticket_type_id FROM attendees WHERE order_id = $1 AND status = 'active' ORDER BY id`,
		[orderId],
	);
	const { rows: sold } = await database.pool.query(
		`SELECT l.kind, l.ticket_type_id, l.tier_name, l.quantity, l.unit_minor, l.net_minor, l.tax_minor, l.gross_minor, l.tax_basis_points,
			l.attendee_id, o.fee_minor FROM order_lines l
		JOIN orders o ON o.organisation_id = l.organisation_id AND o.event_id = l.event_id AND o.id = l.order_id WHERE l.order_id = $1 ORDER BY l.line`,
		[orderId],
	);
	const ids: string[] = [];
	for (const ticket of tickets) {
		const own = sold.filter(
			(one) =>
				one.ticket_type_id === ticket.ticket_type_id &&
				(one.attendee_id === null || one.attendee_id === ticket.id),
		);
		const lines = own.map(
			(one, line): QuoteLine => ({
				...{ line, kind: one.kind, ticketTypeId: one.ticket_type_id, tierName: one.tier_name, quantity: 1 },
				...{ unitMinor: Number(one.unit_minor), taxBasisPoints: one.tax_basis_points },
				...{ netMinor: one.net_minor / one.quantity, taxMinor: one.tax_minor / one.quantity },
				grossMinor: one.gross_minor / one.quantity,
			}),
		);
		const id = newId();
		await database.db.insert(resaleListings).values({
			...{ id, organisationId: ticket.organisation_id, eventId: ticket.event_id, orderId },
			...{ attendeeId: ticket.id, ticketTypeId: ticket.ticket_type_id, keepMinor, lines },
			priceMinor: lines.reduce((sum, { grossMinor }) => sum + grossMinor, 0),
			feeMinor: own.reduce((fee, one) => Math.max(fee, one.fee_minor / tickets.length), 0),
		});
		ids.push(id);
	}
	return ids;
}
