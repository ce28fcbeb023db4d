import { and, isNotNull, lt, or } from 'drizzle-orm';
import { mailTokens, sessions, signInAttempts, signInSources } from '../../db/tables/accounts.ts';
import type { Services } from '../../services.ts';
import type { ScheduledJob } from '../module.ts';
import { familiarForMs } from './lockout.ts';

const dayMs = 24 * 3_600_000;

/** Used and ended links and sessions are kept for a while, so that a late click gets a sentence that fits. */
async function removeOldRows(services: Services): Promise<void> {
	const { db } = services.database;
	const now = services.clock.now().getTime();
	const before = (ms: number) => new Date(now - ms);
	await db.delete(mailTokens).where(lt(mailTokens.expiresAt, before(30 * dayMs)));
	await db
		.delete(sessions)
		.where(
			or(
				lt(sessions.expiresAt, before(7 * dayMs)),
				and(isNotNull(sessions.revokedAt), lt(sessions.revokedAt, before(7 * dayMs))),
			),
		);
	await db.delete(signInAttempts).where(lt(signInAttempts.createdAt, before(dayMs)));
	await db.delete(signInSources).where(lt(signInSources.lastSeenAt, before(familiarForMs)));
}

export const accountJobs: ScheduledJob[] = [
	{ name: 'accounts.remove-old-rows', cron: '17 3 * * *', run: removeOldRows },
];
