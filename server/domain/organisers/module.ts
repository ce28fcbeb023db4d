import { sql } from 'drizzle-orm';
import { emailKey } from '../accounts/email-identity.ts';
import { getUser } from '../accounts/queries.ts';
import { listen } from '../facts.ts';
import type { Module } from '../module.ts';
import { removeOldRows } from './followers.ts';
import { organiserRoutes } from './routes.ts';

/** Public pages of organisers and who follows them. */
export const organisersModule: Module = {
	name: 'organisers',
	routes: organiserRoutes,
	jobs: [{ name: 'organisers.remove-old-rows', cron: '37 3 * * *', run: removeOldRows }],
	listeners: [
		listen({
			fact: 'events.event-published',
			/** An event is told of once, however often it is published. Whether it is public is looked at when the email is written. */
			async inTransaction(tx, { organisationId, eventId }) {
				await tx.execute(sql`INSERT INTO follower_news (organisation_id, event_id) VALUES (${organisationId}, ${eventId})
					ON CONFLICT DO NOTHING`);
			},
		}),
		listen({
			fact: 'accounts.user-erased',
			async inTransaction(tx, { payload }) {
				const user = await getUser(tx, payload.userId);
				// An address that was never confirmed may be somebody else's.
				if (user.emailVerifiedAt) {
					await tx.execute(sql`DELETE FROM followers WHERE email_key = ${user.emailKey}`);
					await tx.execute(sql`DELETE FROM organiser_messages WHERE email_key = ${user.emailKey}`);
				}
				for (const organisationId of payload.organisationIds) {
					await tx.execute(sql`DELETE FROM organisation_pages WHERE organisation_id = ${organisationId}`);
					await tx.execute(sql`DELETE FROM followers WHERE organisation_id = ${organisationId}`);
				}
			},
		}),
	],
	personalData: [
		{
			name: 'followed-organisers',
			async collect({ database }, { email, isEmailVerified }) {
				if (!isEmailVerified) return [];
				const { rows } = await database.pool.query(
					`SELECT o.name AS organiser, f.state, f.consent_text, f.consented_at, f.confirmed_at, f.left_at
					FROM followers f JOIN organisations o ON o.id = f.organisation_id
					WHERE f.email_key = $1 ORDER BY f.consented_at`,
					[emailKey(email)],
				);
				return rows;
			},
		},
		{
			name: 'messages-to-organisers',
			async collect({ database }, { email, isEmailVerified }) {
				if (!isEmailVerified) return [];
				const { rows } = await database.pool.query(
					`SELECT o.name AS organiser, m.name, m.message, m.created_at
					FROM organiser_messages m JOIN organisations o ON o.id = m.organisation_id
					WHERE m.email_key = $1 ORDER BY m.created_at`,
					[emailKey(email)],
				);
				return rows;
			},
		},
	],
};
