import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

/** Cards that are tried out by machines are tried many at a time: on one order, and from one network. */
const maxAttempts = 5;
const maxNetworkFailures = 10;
/** Attempts of a network that may be at their banks’ pages at once, and how long one that nobody answers counts. */
const maxAtBank = 30;
const atBankMinutes = 15;
/** How long a payment waits while others of its network are in progress, and how many payments of a process may wait. */
const waitMs = 2_000;
const pollMs = 250;
const maxWaiting = 40;

/** Waits for a payment of the same subject that is being begun, and makes others wait until the transaction ends. */
export const holdBeginning = (tx: Tx, subjectId: string) =>
	tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('payment of ' || ${subjectId}::text, 0))`);

/**
 * Until `tx` ends, attempts of this network and for this subject begin one after the other. There is no row to hold before the first
 * payment: two tabs, on two networks, must not both find none.
 */
export async function holdAttempts(tx: Tx, subjectId: string, network: Buffer): Promise<void> {
	await tx.execute(
		sql`SELECT pg_advisory_xact_lock(hashtextextended(${`payment network ${network.toString('hex')}`}, 0)),
			pg_advisory_xact_lock(hashtextextended('payment of ' || ${subjectId}::text, 0))`,
	);
}

/**
 * Whether another card may be tried; called after `holdAttempts`. Attempts in progress count as if they will be declined: however many
 * begin at the same time, no more are declined than the limit allows. Those at their bank's
 * page have a limit of their own, which is wider: where every card is confirmed there, the guests of one hall are there together.
 * @returns false: only once attempts in progress have ended
 * @throws RATE_LIMIT_EXCEEDED: the limit of the order or the network is reached
 */
export async function hasRoom(
	tx: Tx,
	wanted: { organisationId: string; subjectId: string },
	network: Buffer,
): Promise<boolean> {
	const { rows } = await tx.execute<{ of_order: number; failed: number; open: number; at_bank: number }>(sql`
		SELECT (SELECT count(*)::int FROM payment_attempts a JOIN payments p
				ON p.organisation_id = a.organisation_id AND p.id = a.payment_id
				WHERE p.organisation_id = ${wanted.organisationId} AND p.subject_id = ${wanted.subjectId} AND NOT p.is_off_session) AS of_order,
			count(*) FILTER (WHERE outcome = 'failed')::int AS failed, count(*) FILTER (WHERE outcome = 'open')::int AS open,
			count(*) FILTER (WHERE outcome = 'requires_action'
				AND created_at > now() - make_interval(mins => ${atBankMinutes}))::int AS at_bank
		FROM payment_attempts
		WHERE network = ${network} AND created_at > now() - interval '1 hour' AND outcome IN ('failed', 'open', 'requires_action')`);
	const { of_order: ofOrder, failed, open, at_bank: atBank } = rows[0] as (typeof rows)[number];
	if (ofOrder >= maxAttempts || failed >= maxNetworkFailures) {
		throw new AppError('RATE_LIMIT_EXCEEDED', {
			userMessage: message`Too many attempts to pay. Ask your bank, or choose another way to pay.`,
			metadata: { rule: 'too-many-attempts' },
			retryAfterSeconds: 3_600,
		});
	}
	// One in progress may be sent to its bank's page.
	return failed + open < maxNetworkFailures && open + atBank < maxAtBank;
}

/** Of the last payments of an event, so many declined cards within minutes, and such a part of all, are no bad luck of its guests. */
const breaker = { payments: 200, minutes: 10, failures: 50, percent: 70 };

/**
 * Whether card testing is detected on an event, across networks. Then each payer must authenticate with their bank (3-D Secure), which
 * stolen card numbers can't pass. It ends automatically some minutes after most cards are accepted again.
 */
export async function areCardsTried(
	services: Services,
	{ organisationId, eventId }: { organisationId: string; eventId: string | null },
): Promise<boolean> {
	if (eventId === null) return false;
	const known = foundGood(services);
	const nowMs = performance.now();
	if (nowMs - (known.get(eventId) ?? Number.NEGATIVE_INFINITY) < goodMs) return false;
	const { rows } = await services.database.db.execute<{ failed: number; ended: number }>(sql`
		SELECT count(*) FILTER (WHERE a.outcome = 'failed')::int AS failed, count(*)::int AS ended
		FROM (SELECT organisation_id, id FROM payments WHERE organisation_id = ${organisationId} AND event_id = ${eventId}
				AND gateway IS NOT NULL AND NOT is_off_session ORDER BY id DESC LIMIT ${breaker.payments}) p
		JOIN payment_attempts a ON a.organisation_id = p.organisation_id AND a.payment_id = p.id
		WHERE a.outcome IN ('failed', 'succeeded') AND a.created_at > now() - make_interval(mins => ${breaker.minutes})`);
	const { failed, ended } = rows[0] as (typeof rows)[number];
	const areTried = failed >= breaker.failures && failed * 100 > ended * breaker.percent;
	if (known.size > mostRemembered) known.clear();
	if (!areTried) known.set(eventId, nowMs);
	return areTried;
}

/** Events whose last payments this process found good, and when: in a rush they are counted once in this time, or when a card is declined. */
const foundGood = createDatabaseMemo(() => new Map<string, number>());
const goodMs = 1_000;
const mostRemembered = 10_000;

/** A card was not charged: the next payment of the event counts again. */
export function forgetCardsTried(services: Services, { eventId }: { eventId: string | null }): void {
	if (eventId !== null) foundGood(services).delete(eventId);
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
