import { and, eq, sql } from 'drizzle-orm';
import { paymentAccounts } from '#server/db/tables/payments.ts';
import { createFairJob, findOnce } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import type { ScheduledJob } from '../module.ts';
import { syncBalance } from './balance.ts';
import { syncOpenDisputes } from './open-disputes.ts';
import { syncPayouts } from './payout-content.ts';
import type { AccountRow } from './queries.ts';

/** Hashes of networks and cards serve the limits against tried cards, and are forgotten after this. */
const hashDays = 90;

/** So far back movements and payouts are read again each night, whatever was read of them before. */
const reconciledDays = 3;

/**
 * Reads the balance, the open disputes and the payouts of every account, so that what no event reported is in the books by the morning. An account that cannot be
 * read is left for the next night.
 */
const reconcile = createFairJob<AccountRow>({
	name: 'payments.reconcile',
	cron: '40 2 * * *',
	createFind: () => findOnce(listAccounts),
	ownerOf: ({ id }) => id,
	organisationOf: ({ organisationId }) => organisationId,
	keyOf: ({ id }) => id,
	async run(services, [account]) {
		await syncBalance(services, account, { hours: reconciledDays * 24 });
		await syncOpenDisputes(services, account);
		await syncPayouts(services, account);
		return 1;
	},
});

function listAccounts(services: Services): Promise<AccountRow[]> {
	return services.database.db
		.select()
		.from(paymentAccounts)
		.where(
			and(
				eq(paymentAccounts.gateway, services.gateway.name),
				sql`${paymentAccounts.providerAccount} IS NOT NULL`,
				sql`(${paymentAccounts.disconnectedAt} IS NULL OR ${paymentAccounts.disconnectedAt} > now() - interval '60 days')`,
			),
		)
		.orderBy(paymentAccounts.id);
}

export const paymentJobs: ScheduledJob[] = [
	reconcile,
	{
		name: 'payments.remove-old-rows',
		cron: '20 3 * * *',
		async run(services) {
			await services.database.db.execute(sql`
				UPDATE payment_attempts SET network = NULL, card = NULL
				WHERE created_at < now() - make_interval(days => ${hashDays}) AND (network IS NOT NULL OR card IS NOT NULL)`);
			await services.testGateway?.deleteExpired();
		},
	},
];
