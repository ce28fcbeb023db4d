import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from './client.ts';

/**
 * Tables with rows of an organisation, those first that point at others. A test compares it with the database, so that a new
 * table cannot be forgotten.
 */
export const organisationTables = [
	'withdrawals',
	'gift_card_uses',
	'gift_cards',
	'gift_card_purchases',
	'gift_card_settings',
	'door_sales',
	'cash_drawers',
	'door_allotments',
	'door_price_lists',
	'door_sale_settings',
	'outbound_attempts',
	'outbound_deliveries',
	'outbound_messages',
	'connections',
	'bulk_run_orders',
	'bulk_runs',
	'bank_lines',
	'refund_requests',
	'refund_file_items',
	'refund_files',
	'refund_accounts',
	'transfer_accounts',
	'due_receipts',
	'refunded_tickets',
	'plan_notices',
	'due_bills',
	'fee_months',
	'subscriptions',
	'balance_items',
	'payouts',
	'agreement_periods',
	'agreements',
	'saved_methods',
	'sandbox_acts',
	'api_requests',
	'api_keys',
	'template_versions',
	'templates',
	'accounting_settings',
	'ledger_periods',
	'ledger_seals',
	'ledger_transfers',
	'ledger_subjects',
	'gift_receipt_parts',
	'documents',
	'document_series',
	'gift_receipt_settings',
	'payment_attempts',
	'disputes',
	'refunds',
	'payments',
	'payment_settings',
	'payment_accounts',
	'gift_aid_declarations',
	'order_lines',
	'donation_match_uses',
	'donation_matches',
	'gift_aid_rows',
	'gift_aid_claims',
	'donations',
	'fundraiser_updates',
	'fundraiser_pages',
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
	'event_pictures',
	'event_changes',
	'event_change_sets',
	'page_views',
	'page_view_days',
	'check_in_undos',
	'check_ins',
	'mails',
	'delayed_work',
	'notices',
	'facts',
	'answers',
	'questions',
	'ticket_transfers',
	'group_invitations',
	'group_bookings',
	'place_reservations',
	'resale_listings',
	'waitlist_offers',
	'waitlist_entries',
	'order_changes',
	'code_uses',
	'codes',
	'code_batches',
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

/**
 * Removes all rows of organisations, in the transaction of the caller. The rows of `organisations` stay.
 * @param organisations a query of their ids
 * @param kept tables that keep theirs
 */
export async function removeOrganisationRows(
	tx: Tx,
	organisations: SQL,
	kept: readonly (typeof organisationTables)[number][] = [],
): Promise<void> {
	// The books, documents and logs are append-only but for organisations that go whole.
	await tx.execute(sql`SET LOCAL foyer.removes_organisation = 'on'`);
	await tx.execute(sql`
		DELETE FROM test_gateway_objects WHERE account IN (
			SELECT provider_account FROM payment_accounts WHERE organisation_id IN (${organisations}))
			OR id IN (SELECT provider_account FROM payment_accounts WHERE organisation_id IN (${organisations}))`);
	for (const table of organisationTables) {
		if (kept.includes(table)) continue;
		await tx.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE organisation_id IN (${organisations})`);
	}
	await tx.execute(sql`SET LOCAL foyer.removes_organisation = 'off'`);
}
