import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { MessageCounts } from '#shared/contracts/messages.ts';

/** The delivery state of an email: of a recipient `r`, its row `m` in the outbox, and what mail servers said of it, `e`. */
export const recipientState: SQL = sql.raw(`CASE
	WHEN r.skipped IS NOT NULL THEN 'skipped'
	WHEN e.is_complained THEN 'complained'
	WHEN e.is_bounced THEN 'bounced'
	WHEN r.mail_id IS NULL OR m.status IN ('queued', 'sending', 'stored') THEN 'waiting'
	WHEN m.status IN ('failed', 'withheld', 'obsolete') THEN 'failed'
	ELSE 'sent' END`);

/** Joins the above to recipients `r`. */
export const joinMails: SQL = sql.raw(`
	LEFT JOIN mails m ON m.id = r.mail_id
	LEFT JOIN LATERAL (SELECT bool_or(v.kind = 'complained') AS is_complained, bool_or(v.kind = 'bounced') AS is_bounced
		FROM mail_events v WHERE v.mail_id = m.id) e ON r.mail_id IS NOT NULL`);

/** Of a message that was not sent yet. */
export const noCounts = (): MessageCounts => ({
	...{ addresses: 0, waiting: 0, sent: 0, bounced: 0, complained: 0, failed: 0, unsubscribed: 0 },
	skipped: { bounced: 0, opted_out: 0, not_following: 0, example: 0, cancelled: 0 },
});

/** Delivery of the emails of messages, by message; those without recipients are left out. */
export async function countRecipients(
	db: DbOrTx,
	organisationId: string,
	messageIds: string[],
): Promise<Map<string, MessageCounts>> {
	if (messageIds.length === 0) return new Map();
	const { rows } = await db.execute<{
		id: string;
		state: keyof MessageCounts | 'skipped';
		skipped: keyof MessageCounts['skipped'] | null;
		count: number;
		unsubscribed: number;
	}>(sql`
		SELECT r.message_id AS id, ${recipientState} AS state, r.skipped, count(*)::int AS count, count(o.email_hash)::int AS unsubscribed
		FROM guest_messages g
		JOIN guest_message_recipients r ON r.organisation_id = g.organisation_id AND r.message_id = g.id
		${joinMails}
		LEFT JOIN mail_opt_outs o ON o.email_hash = sha256(convert_to(r.email_key, 'UTF8')) AND o.template = 'messages/' || g.category
			AND o.organisation_id = g.organisation_id AND o.created_at >= g.started_at AND r.mail_id IS NOT NULL
		WHERE g.organisation_id = ${organisationId}
			AND g.id IN (SELECT value::uuid FROM json_array_elements_text(${JSON.stringify(messageIds)}::json))
		GROUP BY 1, 2, 3`);
	const counts = new Map<string, MessageCounts>();
	for (const { id, state, skipped, count, unsubscribed } of rows) {
		const found = counts.get(id) ?? noCounts();
		counts.set(id, found);
		found.unsubscribed += unsubscribed;
		if (state === 'skipped') {
			if (skipped) found.skipped[skipped] += count;
		} else {
			found[state as 'sent'] += count;
			found.addresses += count;
		}
	}
	return counts;
}
