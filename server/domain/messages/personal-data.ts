import { sql } from 'drizzle-orm';
import { plainArray, textArray } from '#server/db/statement.ts';
import { emailKey } from '../accounts/email-identity.ts';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { type PersonalDataSource, selectByEmail } from '../personal-data.ts';

/** Organisations that have written to guests, one after the other by the key of their recipients: addresses are found within each. */
const senders = `WITH RECURSIVE senders AS (
	(SELECT organisation_id FROM guest_message_recipients ORDER BY organisation_id LIMIT 1)
	UNION ALL SELECT (SELECT r.organisation_id FROM guest_message_recipients r WHERE r.organisation_id > s.organisation_id
		ORDER BY r.organisation_id LIMIT 1) FROM senders s WHERE s.organisation_id IS NOT NULL)`;

/** Messages that a person got as a guest, and those that they wrote to guests. */
export const messageData: PersonalDataSource[] = [
	{
		name: 'messages-received',
		collect: selectByEmail(
			`${senders} SELECT o.name AS organiser, m.category, m.subject, r.email, r.locale, r.skipped, m.started_at
			FROM senders s JOIN guest_message_recipients r ON r.organisation_id = s.organisation_id AND r.email_key = $1
			JOIN guest_messages m ON m.organisation_id = r.organisation_id AND m.id = r.message_id
			JOIN organisations o ON o.id = r.organisation_id ORDER BY m.started_at`,
			emailKey,
		),
	},
	{
		name: 'messages-to-guests',
		async collect({ database }, { userId }) {
			const { rows } = await database.pool.query(
				`SELECT o.name AS organiser, m.category, m.subject, m.body, m.state, m.send_at, m.sent_at, m.created_at
				FROM guest_messages m JOIN organisations o ON o.id = m.organisation_id WHERE m.created_by = $1 ORDER BY m.created_at`,
				[userId],
			);
			return rows;
		},
	},
];

/** Recipients are removed with the person. Counts of a message that was sent say afterwards what is still known. */
export const erasureListeners: Listener[] = [
	listen({
		fact: 'accounts.user-erased',
		async inTransaction(tx, { payload }) {
			const user = await getUser(tx, payload.userId);
			await tx.execute(sql`UPDATE guest_messages SET created_by = NULL WHERE created_by = ${user.id}`);
			if (!user.emailVerifiedAt) return;
			await tx.execute(sql`
				${sql.raw(senders)} DELETE FROM guest_message_recipients r USING senders s
				WHERE r.organisation_id = s.organisation_id AND r.email_key = ${user.emailKey}`);
		},
	}),
	listen({
		fact: 'orders.guest-erased',
		async inTransaction(tx, { organisationId, eventId, payload }) {
			const { emails, orderIds, attendeeIds } = payload;
			// One whose recipients are being fixed just now read the guest before: it is waited for, so that they are found below.
			await tx.execute(sql`
				SELECT FROM guest_messages WHERE organisation_id = ${organisationId} AND state = 'scheduled' AND send_at <= now() AND (event_id = ${eventId}
					OR series_id = (SELECT series_id FROM events WHERE organisation_id = ${organisationId} AND id = ${eventId}))
				ORDER BY id FOR SHARE`);
			await tx.execute(sql`
				DELETE FROM guest_message_recipients WHERE organisation_id = ${organisationId} AND event_id = ${eventId}
					AND email_key = ANY(${textArray(emails.map(emailKey))}::text[])`);
			// Also by an address that they had before.
			await tx.execute(sql`
				DELETE FROM guest_message_recipients r USING guest_messages m
				WHERE m.organisation_id = ${organisationId} AND (m.event_id = ${eventId} OR m.series_id =
						(SELECT series_id FROM events WHERE organisation_id = ${organisationId} AND id = ${eventId}))
					AND r.organisation_id = m.organisation_id AND r.message_id = m.id
					AND (r.attendee_id = ANY(${plainArray(attendeeIds)}::uuid[])
						OR r.attendee_id IS NULL AND r.order_id = ANY(${plainArray(orderIds)}::uuid[]))`);
		},
	}),
];
