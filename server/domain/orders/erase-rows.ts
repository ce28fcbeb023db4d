import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { attendeeFieldNames } from '#shared/rules/attendee-fields.ts';
import { forgetBuyersOfCodes } from '../codes/offered-code.ts';
import type { EventScope } from '../event-scope.ts';
import { eraseAnswers } from '../questions/commands/forget-answers.ts';
import { ERASED_NAME } from '../settings/personal-data/erase-account.ts';
import { columnOf } from './attendee-columns.ts';

/** Every detail may say something of the person, whoever wrote it. */
const noDetails = sql.raw(attendeeFieldNames.map((field) => `${columnOf(field)} = ''`).join(', '));

const ids = (list: readonly string[]) => sql`${plainArray(list)}::uuid[]`;

/** The rows of a person at an event: tickets with their name, and orders that they placed. */
export interface PersonRows {
	attendeeIds: string[];
	orderIds: string[];
}

/** Bank details are needed for money that somebody still has to send. */
export const isOwed = sql`EXISTS (SELECT FROM refunds r WHERE r.organisation_id = a.organisation_id AND r.subject_id = a.order_id
	AND r.state = 'requested')`;

/**
 * Takes a person out of tickets and orders of an event: tickets stay valid, sums stay what they were, documents and declarations that the
 * law wants stay in their time.
 * @param how.keepsOwedAccounts bank details stay until the money that is owed was sent; otherwise it is sent another way
 */
export async function eraseRows(
	tx: Tx,
	{ organisationId, eventId }: EventScope,
	{ attendeeIds, orderIds }: PersonRows,
	how: { keepsOwedAccounts: boolean },
): Promise<void> {
	const ofEvent = (alias: 'a' | 'l' | 'r' | 'x' | 'o') =>
		sql`${sql.raw(alias)}.organisation_id = ${organisationId} AND ${sql.raw(alias)}.event_id = ${eventId}`;
	await eraseAnswers(tx, { organisationId, eventId }, { attendeeIds, orderIds });
	await tx.execute(sql`
		UPDATE attendees a SET name = ${ERASED_NAME}, email = '', ${noDetails}, version = a.version + 1, updated_at = now()
		WHERE ${ofEvent('a')} AND a.id = ANY(${ids(attendeeIds)})`);
	if (orderIds.length === 0) return;
	const ofOrders = sql`ANY(${ids(orderIds)})`;
	// Places of a group that nobody has claimed bear the name that their buyer gave it (`placeName`).
	await tx.execute(sql`
		UPDATE attendees a SET name = ${ERASED_NAME}, version = a.version + 1, updated_at = now()
		WHERE ${ofEvent('a')} AND a.order_id = ${ofOrders} AND a.group_id IS NOT NULL AND a.holder_version IS NULL AND a.name ~ '^Place [0-9]+ of '`);
	// What was said with a gift.
	await tx.execute(sql`
		UPDATE order_lines l SET details = NULL WHERE ${ofEvent('l')} AND l.order_id = ${ofOrders} AND l.details IS NOT NULL`);
	// Declarations that may be claimed with stay in their time; those of orders that were not paid go.
	await tx.execute(sql`
		DELETE FROM gift_aid_declarations x USING orders o
		WHERE ${ofEvent('x')} AND x.order_id = ${ofOrders} AND ${ofEvent('o')} AND o.id = x.order_id AND o.confirmed_at IS NULL`);
	await tx.execute(sql`
		UPDATE gift_aid_declarations x SET email = '' WHERE ${ofEvent('x')} AND x.order_id = ${ofOrders} AND x.email <> ''`);
	// Their bank’s data of their transfers, also in a second file.
	await tx.execute(sql`
		WITH own AS (SELECT id, maybe_same_as FROM bank_lines WHERE organisation_id = ${organisationId} AND order_id = ${ofOrders})
		UPDATE bank_lines b SET payer = '', text = '', updated_at = now() WHERE b.organisation_id = ${organisationId}
			AND (b.id IN (SELECT id FROM own UNION SELECT maybe_same_as FROM own) OR b.maybe_same_as IN (SELECT id FROM own))`);
	// Where they wanted money back.
	await tx.execute(sql`
		DELETE FROM refund_accounts a WHERE ${ofEvent('a')} AND a.order_id = ${ofOrders}
			${how.keepsOwedAccounts ? sql`AND NOT ${isOwed}` : sql``}`);
	// What they wrote when they requested a refund, and were answered. Nobody is left to answer to.
	await tx.execute(sql`
		UPDATE refund_requests r SET reason = '', answer = '',
			state = CASE r.state WHEN 'open' THEN 'withdrawn' ELSE r.state END, decided_at = coalesce(r.decided_at, now())
		WHERE ${ofEvent('r')} AND r.order_id = ${ofOrders}`);
	await forgetBuyersOfCodes(tx, { organisationId, eventId }, orderIds);
	await tx.execute(sql`
		UPDATE orders o SET buyer_name = ${ERASED_NAME}, buyer_email = '', idempotency_key = NULL, request_hash = NULL, held_from = NULL,
			decline_message = NULL, updated_at = now()
		WHERE ${ofEvent('o')} AND o.id = ${ofOrders}`);
}
