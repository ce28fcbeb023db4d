import { sql } from 'drizzle-orm';
import { emailKey } from '../accounts/email-identity.ts';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { type PersonalDataSource, selectByEmail } from '../personal-data.ts';
import { eraseFollowers } from './consents.ts';

/** What a person follows, and what they wrote to organisers. */
export const followerData: PersonalDataSource[] = [
	{
		name: 'followed-organisers',
		collect: selectByEmail(
			`SELECT o.name AS organiser, f.name, f.state, f.came_from, e.title AS event, f.consent_text, f.consented_at,
				f.confirmed_at, f.left_at, f.left_by
			FROM followers f JOIN organisations o ON o.id = f.organisation_id
			LEFT JOIN events e ON e.organisation_id = f.organisation_id AND e.id = f.event_id
			WHERE f.email_key = $1 ORDER BY f.consented_at`,
			emailKey,
		),
	},
	{
		name: 'messages-to-organisers',
		collect: selectByEmail(
			`SELECT o.name AS organiser, m.name, m.message, m.created_at
			FROM organiser_messages m JOIN organisations o ON o.id = m.organisation_id
			WHERE m.email_key = $1 ORDER BY m.created_at`,
			emailKey,
		),
	},
];

/** Addresses and messages of the person go, and the page of an organisation that ends with them. */
export const erasureListener: Listener = listen({
	fact: 'accounts.user-erased',
	async inTransaction(tx, { payload }, services) {
		const user = await getUser(tx, payload.userId);
		// An address that was never confirmed may be somebody else's.
		if (user.emailVerifiedAt) {
			await eraseFollowers(tx, services, sql`email_key = ${user.emailKey}`);
			await tx.execute(sql`DELETE FROM organiser_messages WHERE email_key = ${user.emailKey}`);
		}
		for (const organisationId of payload.organisationIds) {
			await tx.execute(sql`DELETE FROM organisation_pages WHERE organisation_id = ${organisationId}`);
			// Whom the consents were given to is gone too, so that no notification of their end is needed.
			await tx.execute(sql`DELETE FROM followers WHERE organisation_id = ${organisationId}`);
		}
	},
});

/** A guest who is erased by the organiser is no follower any more, and what they wrote to the organiser goes. */
export const guestErasureListener: Listener = listen({
	fact: 'orders.guest-erased',
	async inTransaction(tx, { organisationId, payload }, services) {
		for (const key of [...new Set(payload.emails.map(emailKey))].sort()) {
			const own = sql`organisation_id = ${organisationId} AND email_key = ${key}`;
			await eraseFollowers(tx, services, own);
			await tx.execute(sql`DELETE FROM organiser_messages WHERE ${own}`);
		}
	},
});
