import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { organisations, users } from '../db/tables/accounts.ts';
import { OPERATOR_BOOKS } from '../domain/ledger/post.ts';
import type { Services } from '../services.ts';

/**
 * Tables with rows of an organisation, those first that point at others. A test compares it with the database, so that a new
 * table cannot be forgotten.
 */
export const organisationTables = [
	'outbound_attempts',
	'outbound_deliveries',
	'outbound_messages',
	'connections',
	'bulk_run_orders',
	'bulk_runs',
	'bank_lines',
	'plan_notices',
	'subscriptions',
	'balance_items',
	'payouts',
	'agreement_periods',
	'agreements',
	'saved_methods',
	'api_requests',
	'api_keys',
	'template_versions',
	'templates',
	'ledger_periods',
	'ledger_transfers',
	'ledger_subjects',
	'documents',
	'document_series',
	'gift_receipt_settings',
	'payment_attempts',
	'disputes',
	'refunds',
	'payments',
	'payment_settings',
	'payment_accounts',
	'order_lines',
	'donation_match_uses',
	'donation_matches',
	'donations',
	'fundraiser_updates',
	'fundraisers',
	'follower_news',
	'followers',
	'organiser_messages',
	'organisation_pages',
	'report_runs',
	'report_links',
	'report_schedules',
	'reports',
	'figure_marks',
	'event_day_figures',
	'event_day_sources',
	'tracking_links',
	'event_changes',
	'event_change_sets',
	'page_views',
	'page_view_days',
	'check_in_undos',
	'check_ins',
	'mails',
	'notices',
	'facts',
	'answers',
	'questions',
	'retired_ticket_codes',
	'attendees',
	'order_items',
	'orders',
	'attendee_imports',
	'door_devices',
	'staff_devices',
	'ended_staff_tokens',
	'staff_links',
	'check_in_lists',
	'gates',
	'ticket_types',
	'capacity_pools',
	'events',
	'names',
	// Written by the database when a guest goes.
	'door_changes',
	'invitations',
	'organisation_acts',
	'memberships',
	'organisation_settings',
	'organisation_marks',
] as const;

/** Removes everything that `loadDemo` made, and what was done with it since, in one transaction. Twice is once. */
export async function removeDemo(services: Services): Promise<{ organisations: number; users: number }> {
	return services.database.transaction(async (tx) => {
		await tx.execute(
			sql`CREATE TEMPORARY TABLE demo_organisations ON COMMIT DROP AS SELECT id FROM organisations WHERE is_demo`,
		);
		// The books are append-only but for organisations that go whole.
		await tx.execute(sql`SET LOCAL foyer.removes_organisation = 'on'`);
		await removeFees(tx);
		await tx.execute(sql`
			DELETE FROM test_gateway_objects WHERE account IN (
				SELECT provider_account FROM payment_accounts WHERE organisation_id IN (SELECT id FROM demo_organisations))
				OR id IN (SELECT provider_account FROM payment_accounts WHERE organisation_id IN (SELECT id FROM demo_organisations))`);
		for (const table of organisationTables) {
			await tx.execute(
				sql`DELETE FROM ${sql.identifier(table)} WHERE organisation_id IN (SELECT id FROM demo_organisations)`,
			);
		}
		const removedOrganisations = await tx
			.delete(organisations)
			.where(eq(organisations.isDemo, true))
			.returning({ id: organisations.id });
		const removedUsers = await tx.delete(users).where(eq(users.isDemo, true)).returning({ id: users.id });
		return { organisations: removedOrganisations.length, users: removedUsers.length };
	});
}

/** Fees that these organisations paid are income in the operator's books; who paid them is gone, so they go too. */
async function removeFees(tx: Tx): Promise<void> {
	await tx.execute(sql`
		WITH gone AS (
			DELETE FROM ledger_transfers o USING ledger_transfers t
			WHERE o.organisation_id = ${OPERATOR_BOOKS} AND (o.debit = 'fee_income' OR o.credit = 'fee_income')
				AND t.organisation_id IN (SELECT id FROM demo_organisations) AND 'platform_fees' IN (t.debit, t.credit)
				AND t.source_id = o.source_id AND t.source_kind = o.source_kind AND t.subject_id = o.subject_id
			RETURNING o.subject_id, o.source_id, o.source_kind, o.kind, o.line
		), counted AS (SELECT subject_id, count(*)::int AS n FROM gone GROUP BY 1)
		UPDATE ledger_subjects s SET transfers = s.transfers - c.n FROM counted c
		WHERE s.organisation_id = ${OPERATOR_BOOKS} AND s.subject_id = c.subject_id`);
	await tx.execute(
		sql`DELETE FROM ledger_subjects WHERE organisation_id = ${OPERATOR_BOOKS} AND transfers = 0`,
	);
}
