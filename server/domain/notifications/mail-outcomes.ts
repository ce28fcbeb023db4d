import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import { createRequestBatcher } from '#server/platform/concurrency/request-batcher.ts';
import { createByKey } from '#server/platform/concurrency/semaphore.ts';
import type { Services } from '#server/services.ts';
import { batchSize, claimsOf, type DueMail, isStillClaimed, ownerOf } from './mail-claims.ts';

interface Outcome {
	status: 'sent' | 'queued' | 'stored' | 'failed' | 'obsolete' | 'withheld' | 'kept';
	subject?: string;
	error?: string;
	retrySeconds?: number;
	attempts?: number;
}

interface Settled {
	mail: DueMail;
	outcome: Outcome;
}

/** Writes outcomes down, unless a claim ended meanwhile and another worker has the mail. */
async function writeOutcomes({ database }: Services, settled: Settled[]): Promise<void> {
	await database.pool.query({
		name: 'notifications.settle-mails',
		text: `UPDATE mails m SET status = mine.status, subject = coalesce(mine.subject, m.subject), last_error = mine.error,
					attempts = mine.attempts_now, next_attempt_at = now() + make_interval(secs => mine.retry_seconds),
					sent_at = CASE WHEN mine.status = 'sent' THEN now() ELSE m.sent_at END
				FROM unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::float[], $7::int[])
					AS mine(id, attempts, status, subject, error, retry_seconds, attempts_now)
				WHERE ${isStillClaimed}`,
		values: [
			...claimsOf(settled.map(({ mail }) => mail)),
			settled.map(({ outcome }) => outcome.status),
			settled.map(({ outcome }) => outcome.subject ?? null),
			settled.map(({ outcome }) => (outcome.error ?? '').slice(0, 1_000)),
			settled.map(({ outcome }) => outcome.retrySeconds ?? 0),
			settled.map(({ mail, outcome }) => outcome.attempts ?? mail.attempts),
		],
	});
}

/** Those of one organisation that come together are written in one statement; when that fails, each by itself. */
async function writeTogether(services: Services, settled: Settled[]): Promise<(Error | undefined)[]> {
	try {
		await writeOutcomes(services, settled);
		return settled.map(() => undefined);
	} catch (error) {
		if (settled.length === 1) throw error;
		const results = await Promise.allSettled(settled.map((one) => writeOutcomes(services, [one])));
		return results.map((result) => (result.status === 'rejected' ? (result.reason as Error) : undefined));
	}
}

const settlerOf = createDatabaseMemo((services: Services) =>
	createByKey(() =>
		createRequestBatcher(batchSize, (settled: Settled[]) => writeTogether(services, settled)),
	),
);

export async function settle(services: Services, mail: DueMail, outcome: Outcome): Promise<void> {
	const error = await settlerOf(services)(ownerOf(mail), (write) => write({ mail, outcome }));
	if (error) throw error;
}
