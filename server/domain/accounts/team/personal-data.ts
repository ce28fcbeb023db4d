import { sql } from 'drizzle-orm';
import { type Listener, listen } from '#server/domain/facts.ts';
import type { PersonalDataSource } from '#server/domain/personal-data.ts';
import { emailKey } from '../email-identity.ts';
import { getUser } from '../queries.ts';

/** Invitations to the person's address, and what they changed in organisations. */
export const teamData: PersonalDataSource[] = [
	{
		name: 'invitations',
		async collect({ database }, { userId, email, isEmailVerified }) {
			const { rows } = await database.pool.query(
				`SELECT o.name AS organisation, i.role, i.note, i.created_at, i.accepted_at, i.ended_at, i.expires_at
				FROM invitations i JOIN organisations o ON o.id = i.organisation_id
				WHERE i.accepted_by = $1 OR (i.email_key = $2 AND $3) ORDER BY i.created_at`,
				[userId, emailKey(email), isEmailVerified],
			);
			return rows;
		},
	},
	{
		name: 'activity',
		async collect({ database }, { userId }) {
			const { rows } = await database.pool.query(
				`SELECT o.name AS organisation, a.action, a.summary, a.outcome, a.created_at
				FROM organisation_acts a JOIN organisations o ON o.id = a.organisation_id
				WHERE a.actor_kind = 'user' AND a.actor_id = $1 ORDER BY a.id`,
				[userId],
			);
			return rows;
		},
	},
];

/** Invitations of the person go; the log of an organisation retains their id, which bears no name any more. */
export const teamListeners: Listener[] = [
	listen({
		fact: 'accounts.user-erased',
		async inTransaction(tx, { payload }) {
			const user = await getUser(tx, payload.userId);
			await tx.execute(sql`DELETE FROM invitations WHERE accepted_by = ${payload.userId}`);
			// An address that was never confirmed may be somebody else's.
			if (user.emailVerifiedAt)
				await tx.execute(sql`DELETE FROM invitations WHERE email_key = ${user.emailKey}`);
		},
	}),
];
