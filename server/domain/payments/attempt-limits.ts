import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

/** Cards that are tried out by machines are tried many at a time: on one order, and from one network. */
const maxAttempts = 5;
const maxNetworkFailures = 10;
/** How long a payment waits while others of its network are in progress, and how many payments of a process may wait. */
const waitMs = 2_000;
const pollMs = 250;
const maxWaiting = 40;

/**
 * Whether another card may be tried. Attempts in progress count as if they will be declined, and attempts of a network begin one after the
 * other until `tx` ends: however many begin at the same time, no more are declined than the limit allows. Those that wait for their bank's
 * page count once they are declined.
 * @returns false: only once attempts in progress have ended
 * @throws RATE_LIMIT_EXCEEDED: the limit of the order or the network is reached
 */
export async function hasRoom(
	tx: Tx,
	wanted: { organisationId: string; subjectId: string },
	network: Buffer,
): Promise<boolean> {
	await tx.execute(
		sql`SELECT pg_advisory_xact_lock(hashtextextended(${`payment network ${network.toString('hex')}`}, 0))`,
	);
	const { rows } = await tx.execute<{ of_order: number; failed: number; open: number }>(sql`
		SELECT (SELECT count(*)::int FROM payment_attempts a JOIN payments p
				ON p.organisation_id = a.organisation_id AND p.id = a.payment_id
				WHERE p.organisation_id = ${wanted.organisationId} AND p.subject_id = ${wanted.subjectId} AND NOT p.is_off_session) AS of_order,
			count(*) FILTER (WHERE outcome = 'failed')::int AS failed, count(*) FILTER (WHERE outcome = 'open')::int AS open
		FROM payment_attempts
		WHERE network = ${network} AND created_at > now() - interval '1 hour' AND outcome IN ('failed', 'open')`);
	const { of_order: ofOrder, failed, open } = rows[0] as (typeof rows)[number];
	if (ofOrder >= maxAttempts || failed >= maxNetworkFailures) {
		throw new AppError('RATE_LIMIT_EXCEEDED', {
			userMessage: message`Too many attempts to pay. Ask your bank, or choose another way to pay.`,
			metadata: { rule: 'too-many-attempts' },
			retryAfterSeconds: 3_600,
		});
	}
	return failed + open < maxNetworkFailures;
}

let waiting = 0;

/**
 * Begins an attempt as soon as there is room for it.
 * @param begin answers null while there is none
 * @throws RATE_LIMIT_EXCEEDED, to be tried again in a few seconds, after two seconds or while too many wait
 */
export async function waitForRoom<T>(begin: () => Promise<T | null>): Promise<T> {
	const until = performance.now() + waitMs;
	for (;;) {
		const begun = await begin();
		if (begun !== null) return begun;
		if (performance.now() > until || waiting >= maxWaiting) {
			throw new AppError('RATE_LIMIT_EXCEEDED', {
				userMessage: message`Many people are paying from your network right now. Nothing was charged. Try again in a few seconds.`,
				metadata: { rule: 'network-busy' },
				retryAfterSeconds: 5,
			});
		}
		waiting += 1;
		try {
			await sleep(pollMs);
		} finally {
			waiting -= 1;
		}
	}
}
