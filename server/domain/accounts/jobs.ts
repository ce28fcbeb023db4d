import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Services } from '#server/services.ts';
import type { ScheduledJob } from '../module.ts';
import { familiarForMs } from './lockout.ts';
import { removeOldTeamRows } from './team/activity-log.ts';
import { endOwnershipOffers } from './team/ownership-offers.ts';

const dayMs = 24 * 3_600_000;

/** Used and ended links and sessions are stored for a while, so that a late click gets a message that fits. */
const retention: [table: string, where: string, ms: number][] = [
	['mail_tokens', 'expires_at < $1', 30 * dayMs],
	['sessions', 'expires_at < $1 OR revoked_at < $1', 7 * dayMs],
	['sign_in_challenges', 'expires_at < $1', dayMs],
	['oidc_sign_ins', 'expires_at < $1', dayMs],
	['email_changes', 'expires_at < $1', 30 * dayMs],
	['sign_in_attempts', 'created_at < $1', dayMs],
	['sign_in_sources', 'last_seen_at < $1', familiarForMs],
];

async function removeOldRows({ database, clock }: Services): Promise<void> {
	for (const [table, where, ms] of retention)
		await deleteInBatches(database.pool, { table, where, values: [new Date(clock.now().getTime() - ms)] });
}

export const accountJobs: ScheduledJob[] = [
	{ name: 'accounts.remove-old-rows', cron: '17 3 * * *', run: removeOldRows },
	{ name: 'accounts.remove-old-team-rows', cron: '27 3 * * *', run: removeOldTeamRows },
	endOwnershipOffers,
];
