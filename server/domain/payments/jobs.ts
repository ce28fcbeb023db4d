import { sql } from 'drizzle-orm';
import type { ScheduledJob } from '../module.ts';

/** Hashes of networks and cards serve the limits against tried cards, and are forgotten after this. */
const hashDays = 90;

export const paymentJobs: ScheduledJob[] = [
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
