import { sql } from 'drizzle-orm';
import { type Listener, listen } from '../facts.ts';

export const staffListeners: Listener[] = [
	listen({
		// The links of who left end with them, at an instant, so that devices can hand in what they scanned before it.
		fact: 'accounts.member-removed',
		async inTransaction(tx, { organisationId, payload: { userId } }) {
			await tx.execute(sql`UPDATE staff_links SET revoked_at = now()
				WHERE organisation_id = ${organisationId} AND created_by = ${userId} AND revoked_at IS NULL`);
			await tx.execute(sql`UPDATE series_staff_links SET revoked_at = now()
				WHERE organisation_id = ${organisationId} AND created_by = ${userId} AND revoked_at IS NULL`);
		},
	}),
];
