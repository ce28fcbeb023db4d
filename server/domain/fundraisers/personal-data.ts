import { sql } from 'drizzle-orm';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { holdAgreement } from '../payments/agreements/agreement-record.ts';
import { endAgreement, forgetCard } from '../payments/agreements/start-agreement.ts';
import type { PersonalDataSource } from '../personal-data.ts';
import { ERASED_NAME } from '../settings/personal-data/erase-account.ts';

/** What a person gave, and what they said with it. */
export const donationData: PersonalDataSource[] = [
	{
		name: 'donations',
		async collect({ database }, { email, isEmailVerified }) {
			if (!isEmailVerified) return [];
			const { rows } = await database.pool.query(
				`SELECT d.donor_name, d.donor_email, d.amount_minor, d.cover_minor, d.refunded_minor, d.currency, d.is_anonymous, d.message,
					d.dedication_kind, d.dedication_name, d.received_on, d.created_at,
					d.agreement_id IS NOT NULL AS is_monthly, e.title AS event
				FROM donations d JOIN events e ON e.organisation_id = d.organisation_id AND e.id = d.event_id
				WHERE lower(d.donor_email) = lower($1) ORDER BY d.created_at`,
				[email],
			);
			return rows;
		},
	},
];

/** Takes the person out of what they gave: the sums stay what they were. Only a confirmed address counts. */
export const erasureListener: Listener = listen({
	fact: 'accounts.user-erased',
	async inTransaction(tx, { payload }, services) {
		const user = await getUser(tx, payload.userId);
		if (!user.emailVerifiedAt) return;
		const { rows } = await tx.execute<{ organisation_id: string; id: string }>(sql`
			SELECT DISTINCT organisation_id, agreement_id AS id FROM donations
			WHERE lower(donor_email) = lower(${user.email}) AND agreement_id IS NOT NULL ORDER BY 1, 2`);
		for (const row of rows) {
			const agreement = await holdAgreement(tx, {
				organisationId: row.organisation_id,
				agreementId: row.id,
			});
			await endAgreement(services, tx, agreement, { when: 'now', reason: 'payer' });
			await forgetCard(tx, agreement);
		}
		const given = await tx.execute<{ organisation_id: string }>(sql`
			UPDATE donations SET donor_name = ${ERASED_NAME}, donor_email = '', is_anonymous = true, message = '', dedication_kind = NULL,
				dedication_name = '', note = ''
			WHERE lower(donor_email) = lower(${user.email}) RETURNING organisation_id`);
		const organisationIds = new Set(given.rows.map((row) => row.organisation_id));
		const facts = [...organisationIds].sort().map((organisationId) => ({
			name: 'fundraisers.donor-erased' as const,
			organisationId,
			eventId: null,
			payload: { userId: payload.userId },
		}));
		await services.facts.publishAll(tx, facts, services);
	},
});
