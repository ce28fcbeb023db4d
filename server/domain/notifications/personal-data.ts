import { sql } from 'drizzle-orm';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import type { PersonalDataSource } from '../personal-data.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';
import { joinEvent } from './notices/queries.ts';

/** Mails to the person's address, and what they were told in the app. */
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

export const personalDataListeners: Listener[] = [
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
			// Of an address that was never confirmed, only what the account itself caused.
			await tx.execute(
				emailVerifiedAt
					? sql`DELETE FROM mails WHERE recipient = ${email}`
					: sql`DELETE FROM mails WHERE recipient = ${email} AND template LIKE 'accounts/%'`,
			);
		},
	}),
];
