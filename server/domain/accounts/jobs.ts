import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Services } from '#server/services.ts';
import type { ScheduledJob } from '../module.ts';
import { familiarForMs } from './lockout.ts';
import { removeOldTeamRows } from './team/activity-log.ts';
import { endOwnershipOffers } from './team/ownership-offers.ts';

const dayMs = 24 * 3_600_000;

/** Used and ended links and sessions are kept for a while, so that a late click gets a sentence that fits. */
async function removeOldRows({ database, clock }: Services): Promise<void> {
	const before = (ms: number) => [new Date(clock.now().getTime() - ms)];
	await deleteInBatches(database.pool, {
		table: 'mail_tokens',
		where: 'expires_at < $1',
		values: before(30 * dayMs),
	});
	await deleteInBatches(database.pool, {
		table: 'sessions',
		where: 'expires_at < $1 OR revoked_at < $1',
		values: before(7 * dayMs),
	});
	await deleteInBatches(database.pool, {
		table: 'sign_in_challenges',
		where: 'expires_at < $1',
		values: before(dayMs),
	});
	await deleteInBatches(database.pool, {
		table: 'oidc_sign_ins',
		where: 'expires_at < $1',
		values: before(dayMs),
	});
	await deleteInBatches(database.pool, {
		table: 'email_changes',
		where: 'expires_at < $1',
		values: before(30 * dayMs),
	});
	await deleteInBatches(database.pool, {
		table: 'sign_in_attempts',
		where: 'created_at < $1',
		values: before(dayMs),
	});
	await deleteInBatches(database.pool, {
		table: 'sign_in_sources',
		where: 'last_seen_at < $1',
		values: before(familiarForMs),
	});
}

export const accountJobs: ScheduledJob[] = [
	{ name: 'accounts.remove-old-rows', cron: '17 3 * * *', run: removeOldRows },
	{ name: 'accounts.remove-old-team-rows', cron: '27 3 * * *', run: removeOldTeamRows },
	endOwnershipOffers,
];
