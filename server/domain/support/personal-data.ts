import { sql } from 'drizzle-orm';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { type PersonalDataSource, selectByEmail } from '../personal-data.ts';

/** The person’s messages to the operator. */
export const contactData: PersonalDataSource[] = [
	{
		name: 'messages-to-the-operator',
		collect: selectByEmail(
			'SELECT name, email, topic, message, created_at FROM contact_messages WHERE lower(email) = lower($1) ORDER BY created_at',
		),
	},
];

export const contactErasure: Listener = listen({
	fact: 'accounts.user-erased',
	async inTransaction(tx, { payload }) {
		const user = await getUser(tx, payload.userId);
		if (!user.emailVerifiedAt) return;
		await tx.execute(sql`DELETE FROM contact_messages WHERE lower(email) = lower(${user.email})`);
	},
});
