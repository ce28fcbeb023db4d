import { sql } from 'drizzle-orm';
import { attendeeFieldNames, fieldsIn } from '#shared/rules/attendee-fields.ts';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import type { PersonalDataSource } from '../personal-data.ts';
import { ERASED_NAME } from '../settings/personal-data/erase-account.ts';
import { columnOf, ticketColumns } from './attendee-columns.ts';
import { keptUntil } from './gift-aid/declarations.ts';

/** What of the details a person takes along, for a select list. */
const ownDetails = fieldsIn('personal-data')
	.map((field) => `${ticketColumns[field]},`)
	.join(' ');
/** Every detail may say something of the person, whoever wrote it. */
const noDetails = sql.raw(attendeeFieldNames.map((field) => `${columnOf(field)} = ''`).join(', '));

/** What orders know of a person: what was ordered with their address, and tickets that bear it. */
export const orderData: PersonalDataSource[] = [
	{
		name: 'orders',
		async collect({ database }, { email, isEmailVerified }) {
			if (!isEmailVerified) return [];
			const { rows } = await database.pool.query(
				`SELECT o.code, o.status, o.buyer_name, o.buyer_email, o.total_minor, o.currency, o.created_at, o.confirmed_at,
					o.cancelled_at, e.title AS event, e.starts_at AS event_starts_at
				FROM orders o JOIN events e ON e.organisation_id = o.organisation_id AND e.id = o.event_id
				WHERE lower(o.buyer_email) = lower($1) ORDER BY o.created_at`,
				[email],
			);
			return rows;
		},
	},
	{
		// Kept for as long as the law wants it, also after an erasure; then whom they were issued to goes (domain/documents/jobs.ts).
		name: 'receipts-and-invoices',
		async collect({ database }, { email, isEmailVerified }) {
			if (!isEmailVerified) return [];
			const { rows } = await database.pool.query(
				`SELECT d.label, d.kind, d.issued_at, d.gross_minor, d.currency, d.recipient - 'salt' AS recipient, d.content, d.retain_until
				FROM orders o JOIN documents d ON d.organisation_id = o.organisation_id AND d.subject_id = o.id
				WHERE lower(o.buyer_email) = lower($1) ORDER BY d.issued_at`,
				[email],
			);
			return rows;
		},
	},
	{
		// Kept for as long as HMRC wants it, also after an erasure; then they go (orders.erase-declarations).
		name: 'gift-aid-declarations',
		async collect({ database }, { email, isEmailVerified }) {
			if (!isEmailVerified) return [];
			const { rows } = await database.pool.query(
				`SELECT e.title AS event, x.email, x.scope, x.title, x.first_name, x.last_name, x.house, x.postcode, x.wording, x.statement,
					x.made_on, x.created_at, x.cancelled_at, ${keptUntil}::text AS kept_until
				FROM gift_aid_declarations x JOIN events e ON e.organisation_id = x.organisation_id AND e.id = x.event_id
				WHERE lower(x.email) = lower($1) ORDER BY x.created_at`,
				[email],
			);
			return rows;
		},
	},
	{
		// Removed ninety days after the last of the money was sent (orders.forget-refund-accounts).
		name: 'refund-accounts',
		async collect({ database }, { email, isEmailVerified }) {
			if (!isEmailVerified) return [];
			const { rows } = await database.pool.query(
				`SELECT o.code, a.holder, a.iban, a.bic, a.updated_at
				FROM orders o JOIN refund_accounts a ON a.organisation_id = o.organisation_id AND a.order_id = o.id
				WHERE lower(o.buyer_email) = lower($1) ORDER BY a.updated_at`,
				[email],
			);
			return rows;
		},
	},
	{
		name: 'refund-requests',
		async collect({ database }, { email, isEmailVerified }) {
			if (!isEmailVerified) return [];
			const { rows } = await database.pool.query(
				`SELECT o.code, r.wanted_minor, o.currency, r.reason, r.answer, r.state, r.created_at, r.decided_at
				FROM orders o JOIN refund_requests r ON r.organisation_id = o.organisation_id AND r.event_id = o.event_id AND r.order_id = o.id
				WHERE lower(o.buyer_email) = lower($1) ORDER BY r.created_at`,
				[email],
			);
			return rows;
		},
	},
	{
		name: 'tickets',
		async collect({ database }, { email, isEmailVerified }) {
			if (!isEmailVerified) return [];
			const { rows } = await database.pool.query(
				`SELECT a.name, a.email, ${ownDetails} a.status, a.ticket_code, a.created_at, e.title AS event, e.starts_at AS event_starts_at
				FROM attendees a JOIN events e ON e.organisation_id = a.organisation_id AND e.id = a.event_id
				WHERE lower(a.email) = lower($1) ORDER BY a.created_at`,
				[email],
			);
			return rows;
		},
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
		const { rows } = await tx.execute<{ organisation_id: string }>(sql`
			SELECT organisation_id FROM attendees WHERE lower(email) = lower(${user.email})
			UNION SELECT organisation_id FROM orders WHERE lower(buyer_email) = lower(${user.email}) ORDER BY 1`);
		const erased = sql`name = ${ERASED_NAME}, email = '', ${noDetails}, version = a.version + 1, updated_at = now()`;
		// One statement for each way to the tickets: together they could use no index.
		await tx.execute(sql`UPDATE attendees a SET ${erased} WHERE lower(a.email) = lower(${user.email})`);
		await tx.execute(sql`
			UPDATE attendees a SET ${erased} FROM orders o
			WHERE lower(o.buyer_email) = lower(${user.email}) AND a.organisation_id = o.organisation_id
				AND a.event_id = o.event_id AND a.order_id = o.id AND a.name = o.buyer_name`);
		// What was said with a gift.
		await tx.execute(sql`
			UPDATE order_lines l SET details = NULL FROM orders o
			WHERE lower(o.buyer_email) = lower(${user.email}) AND l.organisation_id = o.organisation_id
				AND l.event_id = o.event_id AND l.order_id = o.id AND l.details IS NOT NULL`);
		// Declarations that may be claimed with stay in their time; those of orders that were not paid go.
		await tx.execute(sql`
			DELETE FROM gift_aid_declarations x USING orders o
			WHERE lower(x.email) = lower(${user.email}) AND o.organisation_id = x.organisation_id AND o.event_id = x.event_id
				AND o.id = x.order_id AND o.confirmed_at IS NULL`);
		await tx.execute(
			sql`UPDATE gift_aid_declarations SET email = '' WHERE lower(email) = lower(${user.email})`,
		);
		// What their bank said of their transfers.
		await tx.execute(sql`
			UPDATE bank_lines b SET payer = '', text = '' FROM orders o
			WHERE lower(o.buyer_email) = lower(${user.email}) AND b.organisation_id = o.organisation_id AND b.order_id = o.id`);
		// Where they wanted money back; what is still owed to them is sent another way.
		await tx.execute(sql`
			DELETE FROM refund_accounts a USING orders o
			WHERE lower(o.buyer_email) = lower(${user.email}) AND a.organisation_id = o.organisation_id AND a.order_id = o.id`);
		// What they wrote when they asked for a refund, and were answered. Nobody is left to answer to.
		await tx.execute(sql`
			UPDATE refund_requests r SET reason = '', answer = '',
				state = CASE r.state WHEN 'open' THEN 'withdrawn' ELSE r.state END, decided_at = coalesce(r.decided_at, now())
			FROM orders o
			WHERE lower(o.buyer_email) = lower(${user.email}) AND r.organisation_id = o.organisation_id
				AND r.event_id = o.event_id AND r.order_id = o.id`);
		await tx.execute(sql`
			UPDATE orders SET buyer_name = ${ERASED_NAME}, buyer_email = '', idempotency_key = NULL, held_from = NULL, updated_at = now()
			WHERE lower(buyer_email) = lower(${user.email})`);
		const facts = rows.map(({ organisation_id: organisationId }) => ({
			name: 'orders.guest-erased' as const,
			organisationId,
			eventId: null,
			payload: { userId: payload.userId },
		}));
		await services.facts.publishAll(tx, facts, services);
	},
});
