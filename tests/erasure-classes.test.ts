import { globSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/**
 * What erasing an account does to each column that names a person (settings/personal-data/personal-data.test.ts looks for traces):
 * the row is deleted; the text is emptied or replaced; only an id is left, of an account without a name; or it is retained for a reason.
 */
const classes: Record<'deleted' | 'emptied' | 'only an id' | 'kept', string[]> = {
	deleted: [
		'data_exports.user_id',
		'contact_messages.email',
		'email_changes.new_email',
		'email_changes.user_id',
		'invitations.accepted_by',
		'invitations.email',
		'invitations.email_key',
		'followers.email',
		'followers.email_key',
		'mail_tokens.email',
		'mail_tokens.user_id',
		'mails.recipient',
		'guest_message_recipients.email',
		'guest_message_recipients.email_key',
		'memberships.user_id',
		'ownership_offers.offered_by',
		'ownership_offers.user_id',
		'notices.user_id',
		// With an organisation that is left without members; until then it is the organisation's.
		'organisation_settings.invoice_email',
		'organiser_messages.email',
		'organiser_messages.email_key',
		'notification_choices.user_id',
		'recovery_codes.user_id',
		'sign_in_attempts.email_key',
		'sign_in_sources.user_id',
		'two_factors.user_id',
		'user_identities.email',
		'user_identities.user_id',
	],
	emptied: [
		'attendees.email',
		'donations.donor_email',
		'gift_aid_declarations.email',
		'gift_card_purchases.buyer_email',
		'gift_cards.recipient_email',
		'gift_cards.recipient_name',
		'group_bookings.leader_email',
		'group_invitations.email',
		'feedback_reports.email',
		'fundraiser_pages.owner_email',
		'fundraiser_pages.user_id',
		'orders.buyer_email',
		'ticket_transfers.from_email',
		'ticket_transfers.to_email',
		'users.email',
		'users.email_key',
		'waitlist_entries.email',
		'withdrawals.email',
	],
	'only an id': [
		'account_locks.locked_by',
		'account_locks.user_id',
		'admin_acts.actor_id',
		'api_keys.created_by',
		'attendee_imports.created_by',
		'balance_items.settled_by',
		'bulk_runs.requested_by',
		'cash_drawers.closed_user_id',
		'check_in_undos.user_id',
		'check_ins.settled_by',
		'check_ins.user_id',
		'connections.created_by',
		'mailing_lists.created_by',
		'content_revisions.author_id',
		'donations.created_by',
		'door_devices.user_id',
		'event_change_sets.actor_id',
		'event_series.created_by',
		'event_series_changes.actor_id',
		'events.created_by',
		'events.publish_by',
		'guest_messages.created_by',
		'feedback_activity.author_id',
		'feedback_reports.assignee_id',
		'gift_aid_claims.made_by',
		'gift_aid_declarations.cancelled_by',
		'gift_aid_declarations.entered_by',
		'gift_cards.made_by',
		'invitations.invited_by',
		'ledger_periods.closed_by',
		'ledger_transfers.made_by',
		'oidc_sign_ins.user_id',
		'order_changes.made_by',
		'orders.created_by',
		'organisation_acts.actor_id',
		'payment_settings.pending_by',
		'payments.made_by',
		'refund_requests.decided_by',
		'refunds.requested_by',
		'refunds.sent_by',
		'refund_files.created_by',
		'report_links.created_by',
		'report_runs.asked_by',
		'sandbox_acts.made_by',
		'series_staff_links.created_by',
		'sessions.user_id',
		'sign_in_challenges.user_id',
		'staff_links.created_by',
		'template_versions.made_by',
		'templates.created_by',
		'tracking_links.created_by',
		'view_sessions.admin_id',
		'waitlist_offers.made_by',
		'withdrawals.decided_by',
		'group_bookings.created_by',
	],
	kept: [
		// Who did what as an administrator: the audit log is never changed.
		'admin_acts.actor_email',
		// A hash: whoever wanted no mail gets none afterwards.
		'mail_opt_outs.email_hash',
		// The same, with its hint emptied.
		'mail_suppressions.email_hash',
		// The operator's public contact, not an account's.
		'operator_settings.email',
	],
};

/** Columns that hold an email or the id of an account, by their reference or their name. */
async function personColumns(): Promise<string[]> {
	const found: string[] = [];
	for (const file of globSync('server/db/tables/*.ts', { cwd: root })) {
		for (const table of Object.values(await import(join(root, file)))) {
			if (!is(table, PgTable)) continue;
			const { name, columns, foreignKeys } = getTableConfig(table);
			const references = foreignKeys
				.map((key) => key.reference())
				.filter(({ foreignTable }) => getTableConfig(foreignTable).name === 'users')
				.flatMap((reference) => reference.columns.map((column) => column.name));
			for (const { name: column, columnType } of columns) {
				const isId =
					columnType === 'PgUUID' &&
					/(?:^|_)(?:user_id|admin_id|actor_id|assignee_id|author_id|by)$/.test(column);
				const isText = /^Pg(?:Text|Varchar)$/.test(columnType) && /email|recipient|ip_address/.test(column);
				const isHash = /email_hash/.test(column);
				if (references.includes(column) || isId || isText || isHash) found.push(`${name}.${column}`);
			}
		}
	}
	return found.sort();
}

test('for every column that names a person it is said what erasure does', async () => {
	expect(await personColumns()).toEqual(Object.values(classes).flat().sort());
});
