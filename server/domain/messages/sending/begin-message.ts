import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { emailKey } from '#server/domain/accounts/email-identity.ts';
import type { Services } from '#server/services.ts';
import type { SkipReason } from '#shared/rules/messages/messages.ts';
import { save } from '../commands/write-message.ts';
import type { MessageRow } from '../message-rows.ts';
import { placeOfRow } from '../place.ts';
import { checkReview } from '../review/check-review.ts';
import { stoppedReasons } from '../review/review-reason.ts';
import { type Address, everyAddress } from '../segments/addresses.ts';
import { findSkipReasons } from '../skip-reasons.ts';
import { type DueMessage, takeMessage } from './send-some.ts';

/** The addresses of a million guests are sorted in seconds, on a busy machine in some more; what takes longer is tried again later. */
const statementMs = 60_000;

/**
 * Begins to send a message that is due: fixes all its recipients, in one transaction. One that has grown beyond what new organisers may send
 * waits for review instead.
 * @returns how many messages were changed: 0 where another worker has it
 */
export async function beginMessage(services: Services, due: DueMessage): Promise<number> {
	return services.database.transaction(async (tx) => begin(services, tx, due), { statementMs });
}

async function begin(services: Services, tx: Tx, due: DueMessage): Promise<number> {
	const row = await takeMessage(tx, due);
	if (!row || (await isStopping(tx, row))) return 0;
	const fit = await fitOf(tx, row);
	if (fit === 'out of time') {
		const { organisationId, id } = row;
		await tx.execute(
			sql`DELETE FROM guest_messages WHERE organisation_id = ${organisationId} AND id = ${id}`,
		);
		return 1;
	}
	if (fit === 'too late') {
		await save(services, tx, row, { state: 'cancelled', reviewReason: stoppedReasons.begun });
		return 1;
	}
	const place = placeOfRow(row);
	const review = await checkReview(services, tx, place, row);
	if (review) {
		await save(services, tx, row, { ...review, state: 'in_review' });
		return 1;
	}
	let position = 0;
	let total = 0;
	for await (const addresses of everyAddress(tx, place, row.segment)) {
		total += await addRecipients(tx, row, addresses, position);
		position += addresses.length;
	}
	await save(services, tx, row, {
		...{ state: 'sending', total, reviewReason: '' },
		...{ startedAt: sql`now()`, nextAt: sql`now()` },
	});
	return 1;
}

/** Its event was cancelled after it was written: it waits until that cannot be undone any more. */
async function isStopping(tx: Tx, { organisationId, eventId, updatedAt }: MessageRow): Promise<boolean> {
	const { rows } = await tx.execute<Record<string, unknown>>(sql`
		SELECT FROM events WHERE organisation_id = ${organisationId} AND id = ${eventId} AND status = 'cancelled'
			AND cancelled_at > ${updatedAt.toISOString()}::timestamptz`);
	return rows.length > 0;
}

/**
 * Whether a message of a rule still fits its event. Out of time: it was moved since, or is published no more, or the rule is gone; then the
 * message is deleted, and made anew when the rule is due beside the new time. Too late: it goes before the start, and waited until after it.
 */
async function fitOf(
	tx: Tx,
	{ organisationId, eventId, ruleId, ruleFor }: MessageRow,
): Promise<'fits' | 'out of time' | 'too late'> {
	if (ruleId === null || ruleFor === null) return 'fits';
	const { rows } = await tx.execute<{ isLate: boolean }>(sql`
		SELECT r.kind = 'before_start' AND e.starts_at < now() - interval '15 minutes' AS "isLate"
		FROM message_rules r JOIN events e ON e.organisation_id = r.organisation_id AND e.id = ${eventId}
		WHERE r.organisation_id = ${organisationId} AND r.id = ${ruleId} AND e.status = 'published'
			AND CASE r.kind WHEN 'after_end' THEN e.ends_at ELSE e.starts_at END = ${ruleFor.toISOString()}::timestamptz`);
	if (!rows[0]) return 'out of time';
	return rows[0].isLate ? 'too late' : 'fits';
}

/**
 * Adds recipients; an address that is there already is left as it is.
 * @param after the position before that of the first
 * @returns how many were added
 */
async function addRecipients(tx: Tx, row: MessageRow, addresses: Address[], after: number): Promise<number> {
	if (addresses.length === 0) return 0;
	const { organisationId, category } = row;
	const keys = addresses.map(({ email }) => emailKey(email));
	const examples = await findExamples(tx, organisationId, addresses);
	const reasons = await findSkipReasons(tx, { organisationId, category }, keys);
	const rows = addresses.map(({ name: _, ...address }, index) => ({
		...address,
		emailKey: keys[index],
		position: after + index + 1,
		skipped: reasonOf(address.eventId, keys[index] as string),
	}));
	function reasonOf(eventId: string, key: string): SkipReason | null {
		return examples.has(eventId) ? 'example' : (reasons.get(key) ?? null);
	}
	const { rows: added } = await tx.execute<{ position: number }>(sql`
		INSERT INTO guest_message_recipients (organisation_id, message_id, email_key, position, email, locale, event_id, order_id, attendee_id, skipped)
		SELECT ${organisationId}, ${row.id}, r."emailKey", r.position, r.email, r.locale, r."eventId", r."orderId", r."attendeeId", r.skipped
		FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("emailKey" text, position int, email text, locale text, "eventId" uuid,
			"orderId" uuid, "attendeeId" uuid, skipped text)
		ORDER BY r.position ON CONFLICT DO NOTHING RETURNING position`);
	return added.length;
}

/** Which of their events are examples, whose guests are made up. */
async function findExamples(tx: Tx, organisationId: string, addresses: Address[]): Promise<Set<string>> {
	const ids = [...new Set(addresses.map(({ eventId }) => eventId))];
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM events WHERE organisation_id = ${organisationId} AND is_demo
			AND id IN (SELECT value::uuid FROM json_array_elements_text(${JSON.stringify(ids)}::json))`);
	return new Set(rows.map(({ id }) => id));
}
