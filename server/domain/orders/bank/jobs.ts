import { sql } from 'drizzle-orm';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { ScheduledJob } from '#server/domain/module.ts';
import { REFUND_ACCOUNT_DAYS } from '#shared/rules/periods.ts';

export const bankJobs: ScheduledJob[] = [
	{
		name: 'orders.forget-payers',
		cron: '50 3 * * *',
		/** Who paid and what they wrote is needed for questions of the year; days and amounts stay. */
		async run({ database }) {
			await database.db.execute(sql`
				UPDATE bank_lines SET payer = '', text = '' WHERE created_at < now() - interval '1 year' AND (payer <> '' OR text <> '')`);
		},
	},
	{
		name: 'orders.remove-transfer-accounts',
		cron: '5 4 * * *',
		async run({ database }) {
			await deleteInBatches(database.pool, {
				table: 'transfer_accounts',
				where: `created_at < now() - interval '90 days' AND NOT EXISTS (
					SELECT FROM orders o WHERE o.organisation_id = transfer_accounts.organisation_id
						AND o.event_id = transfer_accounts.event_id AND o.id = transfer_accounts.order_id AND o.status = 'pending')`,
			});
		},
	},
	{
		name: 'orders.forget-refund-accounts',
		cron: '55 3 * * *',
		/** Bank details of buyers are needed until their money was sent, and for questions of the days after it. */
		async run({ database }) {
			const days = sql.raw(String(REFUND_ACCOUNT_DAYS));
			await database.db.execute(sql`
				DELETE FROM refund_accounts a WHERE updated_at < now() - interval '${days} days' AND NOT EXISTS (
					SELECT FROM refunds r WHERE r.organisation_id = a.organisation_id AND r.subject_id = a.order_id
						AND (r.state = 'requested' OR r.settled_at > now() - interval '${days} days'))`);
		},
	},
];
