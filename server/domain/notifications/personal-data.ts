import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { type PersonalDataSource, selectByEmail } from '../personal-data.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';
import { joinEvent } from './notices/queries.ts';
import { hashOfAddress } from './opt-outs.ts';
import { mailSources } from './sources/registry.ts';

/** Emails to the person’s address and their in-app notifications. */
export const mailData: PersonalDataSource[] = [
	{
		name: 'mails',
		async collect({ database }, { email, isEmailVerified }) {
			if (!isEmailVerified) return [];
			const { rows } = await database.pool.query(
				'SELECT template, subject, locale, status, created_at, sent_at FROM mails WHERE recipient = $1 ORDER BY created_at',
				[email],
			);
			return rows;
		},
	},
	{
		name: 'mail-reports',
		collect: selectByEmail(`
				SELECT m.template, e.kind, e.at, e.code, e.text FROM mails m JOIN mail_events e ON e.mail_id = m.id
				WHERE m.recipient = $1 ORDER BY e.at`),
	},
	{
		name: 'mail-suppressions',
		async collect({ database }, { email, isEmailVerified }) {
			if (!isEmailVerified) return [];
			const { rows } = await database.pool.query(
				'SELECT reason, since, until, detail FROM mail_suppressions WHERE email_hash = $1 ORDER BY since',
				[hashOfAddress(email)],
			);
			return rows;
		},
	},
	{
		name: 'notices',
		async collect({ database }, { userId }) {
			const { rows } = await database.pool.query(
				`SELECT n.kind, n.facts->>'change' AS change, e.title AS event, n.created_at, n.read_at
				FROM notices n ${joinEvent} WHERE n.user_id = $1 ORDER BY n.id`,
				[userId],
			);
			return rows;
		},
	},
];

/** Mails that go to guests, donors and followers, and tests of messages, which name a guest; members get others, also about an event. */
const guestMails = sql.raw(
	Object.keys(mailSources)
		.filter(
			(name) =>
				/^(?:orders|events|fundraisers|waitlist|groups|messages|withdrawals)\//.test(name) &&
				name !== 'events/moderated',
		)
		.concat('organisers/follow-confirm', 'organisers/new-event')
		.map((name) => `'${name}'`)
		.join(', '),
);

/** Of an address that is erased a hash stays, so that nothing goes to a mailbox that bounces; its first letter and host do not. */
async function emptyHints(tx: Tx, emails: readonly string[]): Promise<void> {
	const hashes = emails.map((email) => hashOfAddress(email).toString('hex'));
	await tx.execute(sql`UPDATE mail_suppressions SET hint = '', detail = ''
		WHERE email_hash IN (SELECT decode(hex, 'hex') FROM unnest(${plainArray(hashes)}::text[]) AS hex)`);
}

export const personalDataListeners: Listener[] = [
	listen({
		fact: 'orders.guest-erased',
		// Of a mail its ids, address and subject are stored; with the row a mail that waits is not sent.
		async inTransaction(tx, { organisationId, eventId, payload }) {
			const { orderIds, attendeeIds, emails } = payload;
			await emptyHints(tx, emails);
			await tx.execute(sql`
				DELETE FROM mails WHERE organisation_id = ${organisationId} AND template IN (${guestMails})
					AND (event_id = ${eventId} OR event_id IS NULL)
					AND recipient IN (SELECT json_array_elements_text(${JSON.stringify(emails)}::json))`);
			// Also to an address that they had before.
			const ofEvent = sql`organisation_id = ${organisationId} AND event_id = ${eventId}`;
			await tx.execute(sql`
				DELETE FROM mails WHERE ${ofEvent} AND template IN (${guestMails})
					AND created_at >= (SELECT min(created_at) FROM (
						SELECT created_at FROM attendees WHERE ${ofEvent} AND id = ANY(${plainArray(attendeeIds)}::uuid[])
						UNION ALL SELECT created_at FROM orders WHERE ${ofEvent} AND id = ANY(${plainArray(orderIds)}::uuid[])) AS own)
					AND (props->>'attendeeId' = ANY(${plainArray(attendeeIds)}::text[])
						OR props->>'orderId' = ANY(${plainArray(orderIds)}::text[]) AND props->>'attendeeId' IS NULL
						OR EXISTS (SELECT FROM guest_message_recipients r WHERE r.mail_id = mails.id
							AND (r.attendee_id = ANY(${plainArray(attendeeIds)}::uuid[])
								OR r.order_id = ANY(${plainArray(orderIds)}::uuid[]) AND r.attendee_id IS NULL)))`);
			// The invitation by which they came, whatever address it was sent to.
			await tx.execute(sql`
				DELETE FROM mails WHERE ${ofEvent} AND template = 'groups/invitation' AND props->>'invitationId' IN (
					SELECT id::text FROM group_invitations WHERE ${ofEvent} AND (attendee_id = ANY(${plainArray(attendeeIds)}::uuid[])
						OR order_id = ANY(${plainArray(orderIds)}::uuid[])))`);
		},
	}),
	listen({
		fact: 'settings.export-ready',
		async inTransaction(tx, { payload: { userId, exportId } }) {
			await enqueueMails(tx, [
				{
					template: 'accounts/export-ready',
					ref: { exportId },
					recipient: (await getUser(tx, userId)).email,
					dedupeKey: `accounts/export-ready:${exportId}`,
				},
			]);
		},
	}),
	listen({
		fact: 'accounts.user-erased',
		async inTransaction(tx, { payload }) {
			await tx.execute(sql`DELETE FROM notices WHERE user_id = ${payload.userId}`);
			await tx.execute(sql`DELETE FROM notification_choices WHERE user_id = ${payload.userId}`);
			const { email, emailVerifiedAt } = await getUser(tx, payload.userId);
			if (emailVerifiedAt) await emptyHints(tx, [email]);
			// Of an address that was never confirmed, only what the account itself caused.
			await tx.execute(
				emailVerifiedAt
					? sql`DELETE FROM mails WHERE recipient = ${email}`
					: sql`DELETE FROM mails WHERE recipient = ${email} AND template LIKE 'accounts/%'`,
			);
		},
	}),
];
