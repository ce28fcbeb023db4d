import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { ErasedPerson } from '#server/domain/fact-catalogue.ts';
import { forgetNotes } from '#server/domain/payments/forget-notes.ts';
import type { Services } from '#server/services.ts';
import type { GuestErasure } from '#shared/contracts/attendees.ts';
import { type AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { AttendeeScope } from '../attendee-record.ts';
import { eraseRows, isOwed, type PersonRows } from '../erase-rows.ts';
import { retainedUntil } from '../gift-aid/declarations.ts';
import { lockOrder } from '../order-record.ts';
import { forgetTransfers } from '../transfers/forget.ts';

interface Ticket extends Record<string, unknown> {
	orderId: string;
	name: string;
	email: string;
	buyerName: string;
	buyerEmail: string;
	/** The guest placed the order: same name, and the buyer's email or none. */
	isBuyer: boolean;
}

/** Whose data it is, and what of the event is theirs. */
interface Found extends PersonRows {
	/** A name with the email that stands beside it; that is '' for a guest without one. */
	people: ErasedPerson[];
	/** Their emails, each as it was typed. */
	emails: string[];
	/** Who placed the order, where that is another person. */
	otherBuyer: string | null;
}

const ids = (list: readonly string[]) => sql`${plainArray(list)}::uuid[]`;

async function readTicket(db: DbOrTx, scope: AttendeeScope): Promise<Ticket> {
	const { rows } = await db.execute<Ticket>(sql`
		SELECT a.order_id AS "orderId", a.name, a.email, o.buyer_name AS "buyerName", o.buyer_email AS "buyerEmail",
			lower(a.name) = lower(o.buyer_name) AND lower(a.email) IN ('', lower(o.buyer_email)) AS "isBuyer"
		FROM attendees a JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
		WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId} AND a.id = ${scope.attendeeId}`);
	const ticket = rows[0];
	if (!ticket) throw notFound('Attendee');
	return ticket;
}

/**
 * The rows of an event that bear the name of a guest. A buyer's email stands on the tickets of all guests for whom none was given, so a person is a
 * name with an email: a child is not erased with their parent, nor a parent with their child.
 */
async function findPerson(db: DbOrTx, scope: AttendeeScope, withBuyer: boolean): Promise<Found> {
	const ticket = await readTicket(db, scope);
	const buyer = { name: ticket.buyerName, email: ticket.buyerEmail };
	const people = ticket.isBuyer ? [buyer] : [{ name: ticket.name, email: ticket.email }];
	if (withBuyer && !ticket.isBuyer) people.push(buyer);
	const ofEvent = (alias: 'a' | 'o') =>
		sql`${sql.raw(alias)}.organisation_id = ${scope.organisationId} AND ${sql.raw(alias)}.event_id = ${scope.eventId}`;
	const isOne = (name: SQL, email: SQL) =>
		sql.join(
			people.map((one) =>
				one.email === ''
					? sql`false`
					: sql`(lower(${email}) = lower(${one.email}) AND lower(${name}) = lower(${one.name}))`,
			),
			sql` OR `,
		);
	const isOwnOrder = ticket.isBuyer || withBuyer ? sql`o.id = ${ticket.orderId}` : sql`false`;
	const orders = await db.execute<{ id: string; email: string }>(sql`
		SELECT o.id, o.buyer_email AS email FROM orders o
		WHERE ${ofEvent('o')} AND (${isOwnOrder} OR ${isOne(sql`o.buyer_name`, sql`o.buyer_email`)}) ORDER BY o.id`);
	const orderIds = orders.rows.map(({ id }) => id);
	const tickets = await db.execute<{ id: string; email: string }>(sql`
		SELECT a.id, a.email FROM attendees a
		WHERE ${ofEvent('a')} AND (a.id = ${scope.attendeeId} OR ${isOne(sql`a.name`, sql`a.email`)})
		UNION SELECT a.id, a.email FROM orders o JOIN attendees a ON a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id
		WHERE ${ofEvent('o')} AND o.id = ANY(${ids(orderIds)}) AND lower(a.name) = lower(o.buyer_name)
			AND lower(a.email) IN ('', lower(o.buyer_email))
		ORDER BY id`);
	return {
		people,
		emails: [...new Set([...orders.rows, ...tickets.rows].map(({ email }) => email).filter(Boolean))],
		orderIds,
		attendeeIds: tickets.rows.map(({ id }) => id),
		otherBuyer: ticket.isBuyer ? null : ticket.buyerName,
	};
}

/** What has to be settled with a buyer first, as nobody could be reached afterwards; null: nothing. */
async function findBlocker(db: DbOrTx, scope: AttendeeScope, orderIds: string[]): Promise<AppError | null> {
	if (orderIds.length === 0) return null;
	const { rows } = await db.execute<{ isOpen: boolean; isAsking: boolean }>(sql`
		SELECT coalesce(bool_or(o.status IN ('pending', 'awaiting_approval')), false) AS "isOpen",
			EXISTS (SELECT FROM refund_requests r WHERE r.organisation_id = ${scope.organisationId} AND r.event_id = ${scope.eventId}
				AND r.order_id = ANY(${ids(orderIds)}) AND r.state = 'open') AS "isAsking"
		FROM orders o
		WHERE o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId} AND o.id = ANY(${ids(orderIds)})`);
	if (rows[0]?.isOpen)
		return ruleViolation(
			'order-open',
			message`An order of this guest isn’t paid or confirmed yet. Wait for it, or cancel it first.`,
		);
	if (rows[0]?.isAsking)
		return ruleViolation(
			'refund-request-open',
			message`This guest asked for a refund. Answer the request first.`,
		);
	return null;
}

/** Preview of erasing a guest: rows deleted and retained, and what prevents it. */
export async function previewErasure(
	services: Services,
	scope: AttendeeScope,
	{ withBuyer }: { withBuyer: boolean },
): Promise<Omit<GuestErasure, 'blocker'> & { blocker: AppError | null }> {
	const { db } = services.database;
	const { attendeeIds, orderIds, otherBuyer, emails } = await findPerson(db, scope, withBuyer);
	const { organisationId, eventId } = scope;
	const { rows } = await db.execute<{
		documents: string | null;
		declarations: string | null;
		isOwed: boolean;
		isMonthly: boolean;
	}>(sql`
		SELECT (SELECT max(d.retain_until)::text FROM documents d
				WHERE d.organisation_id = ${organisationId} AND d.subject_id = ANY(${ids(orderIds)}) AND d.recipient IS NOT NULL) AS documents,
			(SELECT max(${sql.raw(retainedUntil)})::text FROM gift_aid_declarations x
				LEFT JOIN orders o ON o.organisation_id = x.organisation_id AND o.event_id = x.event_id AND o.id = x.order_id
				WHERE x.organisation_id = ${organisationId} AND x.event_id = ${eventId} AND (x.order_id = ANY(${ids(orderIds)})
					OR lower(x.email) IN (SELECT lower(value) FROM json_array_elements_text(${JSON.stringify(emails)}::json)))
					AND (x.donation_id IS NOT NULL OR o.confirmed_at IS NOT NULL)) AS declarations,
			EXISTS (SELECT FROM refund_accounts a WHERE a.organisation_id = ${organisationId} AND a.event_id = ${eventId}
				AND a.order_id = ANY(${ids(orderIds)}) AND ${isOwed}) AS "isOwed",
			EXISTS (SELECT FROM donations d JOIN agreements g ON g.organisation_id = d.organisation_id AND g.id = d.agreement_id
				WHERE d.organisation_id = ${organisationId} AND d.event_id = ${eventId} AND d.order_id = ANY(${ids(orderIds)})
					AND g.state <> 'ended') AS "isMonthly"`);
	const retained = rows[0];
	return {
		tickets: attendeeIds.length,
		orders: orderIds.length,
		buyerName: otherBuyer,
		documentsKeptUntil: retained?.documents ?? null,
		declarationsKeptUntil: retained?.declarations ?? null,
		keepsRefundAccount: retained?.isOwed ?? false,
		endsMonthlyGift: retained?.isMonthly ?? false,
		blocker: await findBlocker(db, scope, orderIds),
	};
}

/** The emails of erased people that nobody else has at the event: guests without an email of their own have that of their buyer. */
async function freedEmails(tx: Tx, scope: AttendeeScope, emails: readonly string[]): Promise<string[]> {
	const freed: string[] = [];
	for (const [email, spellings] of Map.groupBy(emails, (one) => one.toLowerCase())) {
		const { rows } = await tx.execute<{ one: number }>(sql`
			SELECT 1 AS one FROM attendees a WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId} AND lower(a.email) = ${email}
			UNION ALL
			SELECT 1 FROM orders o WHERE o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId} AND lower(o.buyer_email) = ${email}
			LIMIT 1`);
		if (rows.length === 0) freed.push(...spellings);
	}
	return freed;
}

/**
 * Erases the personal data of a guest at an event: on their tickets, and in orders that they placed. Other modules handle
 * `orders.guest-erased` in the same transaction. The tickets stay valid.
 * @throws not-found, `order-open`, `refund-request-open`
 */
export async function eraseGuest(
	services: Services,
	scope: AttendeeScope,
	how: { withBuyer: boolean },
): Promise<void> {
	const { organisationId, eventId } = scope;
	await services.database.transaction(async (tx) => {
		const { orderId } = await readTicket(tx, scope);
		const before = await findPerson(tx, scope, how.withBuyer);
		// Payments before orders, as everybody holds them.
		await forgetNotes(tx, { organisationId, subjectIds: before.orderIds });
		for (const id of [...new Set([...before.orderIds, orderId])].sort())
			await lockOrder(tx, { organisationId, eventId, orderId: id });
		// Read again, as it is now that nobody can change it.
		const found = await findPerson(tx, scope, how.withBuyer);
		const { people, attendeeIds, orderIds } = found;
		const blocker = await findBlocker(tx, scope, orderIds);
		if (blocker) throw blocker;
		await eraseRows(tx, scope, { attendeeIds, orderIds }, { keepsOwedAccounts: true });
		// Tickets of others that have the buyer's email for want of another one.
		const { rows: others } = await tx.execute<{ id: string; order_id: string }>(sql`
			UPDATE attendees a SET email = '', version = version + 1, updated_at = now()
			WHERE a.organisation_id = ${organisationId} AND a.event_id = ${eventId} AND a.order_id = ANY(${ids(orderIds)})
				AND a.email <> '' AND EXISTS (SELECT FROM json_array_elements_text(${JSON.stringify(found.emails)}::json) e WHERE lower(a.email) = lower(e))
			RETURNING a.id, a.order_id`);
		const emails = await freedEmails(tx, scope, found.emails);
		await forgetTransfers(tx, scope, { attendeeIds, emails });
		// Declarations that were made on paper.
		await tx.execute(sql`
			UPDATE gift_aid_declarations x SET email = '' WHERE x.organisation_id = ${organisationId} AND x.event_id = ${eventId}
				AND lower(x.email) IN (SELECT lower(value) FROM json_array_elements_text(${JSON.stringify(emails)}::json))`);
		const { rows: tickets } = await tx.execute<{ id: string; order_id: string }>(sql`
			SELECT id, order_id FROM attendees
			WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND id = ANY(${ids(attendeeIds)})`);
		await services.facts.publish(
			tx,
			{
				name: 'orders.guest-erased',
				organisationId,
				eventId,
				payload: { people, emails, attendeeIds, orderIds },
			},
			services,
		);
		// Connected tools read the guests anew.
		const updated = [...Map.groupBy([...tickets, ...others], (ticket) => ticket.order_id)].map(
			([order, changed]) => ({
				name: 'orders.guest-updated' as const,
				organisationId,
				eventId,
				payload: { orderId: order, attendeeIds: changed.map(({ id }) => id), fields: ['name', 'email'] },
			}),
		);
		await services.facts.publishAll(tx, updated, services);
	});
}
