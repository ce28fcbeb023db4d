import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { Services } from '#server/services.ts';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { holdAgreement } from '../payments/agreements/agreement-record.ts';
import { endAgreement, forgetCard } from '../payments/agreements/start-agreement.ts';
import { type PersonalDataSource, selectByEmail } from '../personal-data.ts';
import { ERASED_NAME } from '../settings/personal-data/erase-account.ts';
import { removePages } from './supporters/change-page.ts';

/** What a person gave, and what they said with it. */
export const donationData: PersonalDataSource[] = [
	{
		name: 'donations',
		collect: selectByEmail(`
			SELECT d.donor_name, d.donor_email, d.amount_minor, d.cover_minor, d.refunded_minor, d.currency, d.is_anonymous, d.message, d.wants_updates,
				d.dedication_kind, d.dedication_name, d.received_on, d.created_at,
				d.agreement_id IS NOT NULL AS is_monthly, e.title AS event
			FROM donations d JOIN events e ON e.organisation_id = d.organisation_id AND e.id = d.event_id
			WHERE lower(d.donor_email) = lower($1) ORDER BY d.created_at`),
	},
	{
		// Those of orders are with their orders; erased once their retention period is over (domain/documents/jobs.ts).
		name: 'donation-receipts',
		collect: selectByEmail(`
			SELECT r.label, r.kind, r.issued_at, r.gross_minor, r.currency, r.recipient - 'salt' AS recipient, r.content, r.retain_until
			FROM donations d JOIN documents r ON r.organisation_id = d.organisation_id AND r.subject_id = d.id
			WHERE lower(d.donor_email) = lower($1) ORDER BY r.issued_at`),
	},
	{
		name: 'supporter-pages',
		async collect({ database }, { userId, email, isEmailVerified }) {
			const { rows } = await database.pool.query(
				`SELECT e.title AS event, p.kind, p.name, p.story, p.picture_file, p.goal_minor, f.currency, p.raised_minor, p.donors, p.state, p.owner_email,
					p.created_at
				FROM fundraiser_pages p JOIN events e ON e.organisation_id = p.organisation_id AND e.id = p.event_id
				JOIN fundraisers f ON f.organisation_id = p.organisation_id AND f.event_id = p.event_id
				WHERE p.user_id = $1 OR ($3 AND lower(p.owner_email) = lower($2)) ORDER BY p.created_at`,
				[userId, email, isEmailVerified],
			);
			return rows;
		},
	},
];

/** Takes a person out of what they gave: the sums stay what they were, and monthly gifts end. @returns whose donations they were */
async function eraseDonations(services: Services, tx: Tx, which: SQL): Promise<Set<string>> {
	const { rows } = await tx.execute<{ organisation_id: string; id: string }>(sql`
		SELECT DISTINCT organisation_id, agreement_id AS id FROM donations
		WHERE (${which}) AND agreement_id IS NOT NULL ORDER BY 1, 2`);
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
			dedication_name = '', wants_updates = false, note = ''
		WHERE ${which} RETURNING organisation_id`);
	return new Set(given.rows.map((row) => row.organisation_id));
}

export const erasureListeners: Listener[] = [
	listen({
		fact: 'accounts.user-erased',
		/** Only a confirmed address counts. */
		async inTransaction(tx, { payload }, services) {
			const user = await getUser(tx, payload.userId);
			await removePages(services, tx, sql`user_id = ${user.id}`);
			if (!user.emailVerifiedAt) return;
			await removePages(services, tx, sql`lower(owner_email) = lower(${user.email})`);
			const organisationIds = await eraseDonations(
				services,
				tx,
				sql`lower(donor_email) = lower(${user.email})`,
			);
			const facts = [...organisationIds].sort().map((organisationId) => ({
				name: 'fundraisers.donor-erased' as const,
				organisationId,
				eventId: null,
				payload: { userId: payload.userId },
			}));
			await services.facts.publishAll(tx, facts, services);
		},
	}),
	listen({
		fact: 'orders.guest-erased',
		async inTransaction(tx, { organisationId, eventId, payload }, services) {
			const ofEvent = sql`organisation_id = ${organisationId} AND event_id = ${eventId}`;
			await eraseDonations(
				services,
				tx,
				sql`${ofEvent} AND order_id = ANY(${plainArray(payload.orderIds)}::uuid[])`,
			);
			for (const { name, email } of payload.people) {
				if (email === '') continue;
				await eraseDonations(
					services,
					tx,
					sql`${ofEvent} AND lower(donor_email) = lower(${email}) AND lower(donor_name) = lower(${name})`,
				);
				await removePages(
					services,
					tx,
					sql`${ofEvent} AND lower(owner_email) = lower(${email}) AND (lower(name) = lower(${name}) OR lower(owner_email) IN (
						SELECT lower(value) FROM json_array_elements_text(${JSON.stringify(payload.emails)}::json)))`,
				);
			}
		},
	}),
];
