import { sql } from 'drizzle-orm';
import { fieldsIn } from '#shared/rules/attendee-fields.ts';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { forgetNotes } from '../payments/forget-notes.ts';
import { type PersonalDataSource, selectByEmail } from '../personal-data.ts';
import { ticketColumns } from './attendee-columns.ts';
import { eraseRows } from './erase-rows.ts';
import { retainedUntil } from './gift-aid/declarations.ts';
import { forgetTransfers } from './transfers/forget.ts';

/** SQL columns: the attendee fields that are included in a data export. */
const ownDetails = fieldsIn('personal-data')
	.map((field) => `${ticketColumns[field]},`)
	.join(' ');

/** Personal data of a person in orders: those placed with their email, and tickets with it. */
export const orderData: PersonalDataSource[] = [
	{
		name: 'orders',
		collect: selectByEmail(`
				SELECT o.code, o.status, o.buyer_name, o.buyer_email, o.total_minor, o.currency, o.created_at, o.confirmed_at,
					o.approved_at, o.cancelled_at, o.decline_message, e.title AS event, e.starts_at AS event_starts_at
				FROM orders o JOIN events e ON e.organisation_id = o.organisation_id AND e.id = o.event_id
				WHERE lower(o.buyer_email) = lower($1) ORDER BY o.created_at`),
	},
	{
		// Retained for as long as the law requires, also after an erasure; then whom they were issued to goes (domain/documents/jobs.ts).
		name: 'receipts-and-invoices',
		collect: selectByEmail(`
				SELECT d.label, d.kind, d.issued_at, d.gross_minor, d.currency, d.recipient - 'salt' AS recipient, d.content, d.retain_until
				FROM orders o JOIN documents d ON d.organisation_id = o.organisation_id AND d.subject_id = o.id
				WHERE lower(o.buyer_email) = lower($1) ORDER BY d.issued_at`),
	},
	{
		// Retained for as long as HMRC requires, also after an erasure; then they go (orders.erase-declarations).
		name: 'gift-aid-declarations',
		collect: selectByEmail(`
				SELECT e.title AS event, x.email, x.scope, x.title, x.first_name, x.last_name, x.house, x.postcode, x.wording, x.statement,
					x.earlier,
					x.made_on, x.oral_record, x.record_sent_on, x.created_at, x.cancelled_at, ${retainedUntil}::text AS kept_until
				FROM gift_aid_declarations x JOIN events e ON e.organisation_id = x.organisation_id AND e.id = x.event_id
				WHERE lower(x.email) = lower($1) ORDER BY x.created_at`),
	},
	{
		// Removed ninety days after the last of the money was sent (orders.forget-refund-accounts).
		name: 'refund-accounts',
		collect: selectByEmail(`
				SELECT o.code, a.holder, a.iban, a.bic, a.updated_at
				FROM orders o JOIN refund_accounts a ON a.organisation_id = o.organisation_id AND a.order_id = o.id
				WHERE lower(o.buyer_email) = lower($1) ORDER BY a.updated_at`),
	},
	{
		name: 'refund-requests',
		collect: selectByEmail(`
				SELECT o.code, r.wanted_minor, o.currency, r.reason, r.answer, r.state, r.created_at, r.decided_at
				FROM orders o JOIN refund_requests r ON r.organisation_id = o.organisation_id AND r.event_id = o.event_id AND r.order_id = o.id
				WHERE lower(o.buyer_email) = lower($1) ORDER BY r.created_at`),
	},
	{
		name: 'tickets-handed-on',
		// Who hands a ticket on bought it or got it from somebody.
		collect: selectByEmail(`
			WITH got AS (SELECT * FROM ticket_transfers WHERE lower(to_email) = lower($1)), mine AS (
				SELECT * FROM got
				UNION SELECT f.* FROM got g JOIN ticket_transfers f ON f.organisation_id = g.organisation_id AND f.event_id = g.event_id
					AND f.attendee_id = g.attendee_id WHERE lower(f.from_email) = lower($1)
				UNION SELECT f.* FROM orders o JOIN ticket_transfers f ON f.organisation_id = o.organisation_id AND f.order_id = o.id
					WHERE lower(o.buyer_email) = lower($1) AND lower(f.from_email) = lower($1)
			)
			SELECT f.from_name, f.from_email, f.to_name, f.to_email, f.state, f.created_at, f.ended_at, e.title AS event
			FROM mine f JOIN events e ON e.organisation_id = f.organisation_id AND e.id = f.event_id ORDER BY f.created_at`),
	},
	{
		name: 'tickets-resold',
		// Who buys one is another person's business.
		collect: selectByEmail(`
			SELECT o.code, e.title AS event, r.price_minor, r.keep_minor, o.currency, r.state, r.created_at, r.ended_at
			FROM orders o JOIN resale_listings r ON r.organisation_id = o.organisation_id AND r.event_id = o.event_id AND r.order_id = o.id
			JOIN events e ON e.organisation_id = o.organisation_id AND e.id = o.event_id
			WHERE lower(o.buyer_email) = lower($1) ORDER BY r.created_at`),
	},
	{
		name: 'tickets',
		collect: selectByEmail(`
				SELECT a.name, a.email, ${ownDetails} a.status, a.ticket_code, a.created_at, e.title AS event, e.starts_at AS event_starts_at
				FROM attendees a JOIN events e ON e.organisation_id = a.organisation_id AND e.id = a.event_id
				WHERE lower(a.email) = lower($1) ORDER BY a.created_at`),
	},
];

/**
 * Takes the person out of what they ordered: tickets stay valid, sums stay what they were. Only a confirmed address counts,
 * since anybody can sign up with any.
 */
export const erasureListener: Listener = listen({
	fact: 'accounts.user-erased',
	async inTransaction(tx, { payload }, services) {
		const user = await getUser(tx, payload.userId);
		if (!user.emailVerifiedAt) return;
		// One part for each way to the tickets: together they could use no index.
		const { rows } = await tx.execute<{
			organisation_id: string;
			event_id: string;
			attendee_ids: string[];
			order_ids: string[];
		}>(sql`
			WITH own AS MATERIALIZED (
				SELECT organisation_id, event_id, id, buyer_name FROM orders WHERE lower(buyer_email) = lower(${user.email})
			), found AS (
				SELECT organisation_id, event_id, id AS attendee_id, NULL::uuid AS order_id FROM attendees
					WHERE lower(email) = lower(${user.email})
				UNION SELECT o.organisation_id, o.event_id, a.id, NULL FROM own o
					JOIN attendees a ON a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id
						AND a.name = o.buyer_name
				UNION SELECT organisation_id, event_id, NULL, id FROM own
				UNION SELECT organisation_id, event_id, NULL, NULL FROM ticket_transfers WHERE lower(to_email) = lower(${user.email})
			)
			SELECT organisation_id, event_id,
				coalesce(array_agg(attendee_id) FILTER (WHERE attendee_id IS NOT NULL), '{}') AS attendee_ids,
				coalesce(array_agg(order_id) FILTER (WHERE order_id IS NOT NULL), '{}') AS order_ids
			FROM found GROUP BY 1, 2 ORDER BY 1, 2`);
		for (const { organisation_id: organisationId, event_id: eventId, attendee_ids, order_ids } of rows) {
			await forgetNotes(tx, { organisationId, subjectIds: order_ids });
			await eraseRows(
				tx,
				{ organisationId, eventId },
				{ attendeeIds: attendee_ids, orderIds: order_ids },
				{ keepsOwedAccounts: false },
			);
			await forgetTransfers(
				tx,
				{ organisationId, eventId },
				{ attendeeIds: attendee_ids, emails: [user.email] },
			);
		}
		// Declarations that were made on paper, or with an order under another address.
		await tx.execute(sql`
			DELETE FROM gift_aid_declarations x USING orders o
			WHERE lower(x.email) = lower(${user.email}) AND o.organisation_id = x.organisation_id AND o.event_id = x.event_id
				AND o.id = x.order_id AND o.confirmed_at IS NULL`);
		await tx.execute(
			sql`UPDATE gift_aid_declarations SET email = '' WHERE lower(email) = lower(${user.email})`,
		);
		const facts = [...Map.groupBy(rows, (row) => row.organisation_id)].map(([organisationId, own]) => ({
			name: 'orders.account-erased' as const,
			organisationId,
			eventId: null,
			payload: { userId: payload.userId, attendeeIds: own.flatMap((row) => row.attendee_ids) },
		}));
		await services.facts.publishAll(tx, facts, services);
	},
});
