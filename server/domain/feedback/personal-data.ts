import { sql } from 'drizzle-orm';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { type PersonalDataSource, selectByEmail } from '../personal-data.ts';

/** Reports that came with the person's address. */
export const feedbackData: PersonalDataSource[] = [
	{
		name: 'feedback',
		collect: selectByEmail(`
			SELECT code, type, title, description, steps, expected_behavior, actual_behavior, browser, device, status, created_at
			FROM feedback_reports WHERE lower(email) = lower($1) ORDER BY created_at`),
	},
];

/** The report stays, since it is about the product; who sent it is gone. */
export const feedbackErasure: Listener = listen({
	fact: 'accounts.user-erased',
	async inTransaction(tx, { payload }) {
		const user = await getUser(tx, payload.userId);
		if (!user.emailVerifiedAt) return;
		await tx.execute(sql`UPDATE feedback_reports SET email = '', user_agent = '', console_log = NULL
			WHERE lower(email) = lower(${user.email})`);
	},
});
