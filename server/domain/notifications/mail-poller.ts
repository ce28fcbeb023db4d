import { setTimeout as sleep } from 'node:timers/promises';
import { delayWork } from '#server/jobs/delayed-work.ts';
import { clockCheckMs, withLease } from '#server/jobs/lease.ts';
import { createMemo } from '#server/platform/concurrency/memo.ts';
import { runInParallel } from '#server/platform/concurrency/run-in-parallel.ts';
import { createSharedSemaphore } from '#server/platform/concurrency/semaphore.ts';
import { errorText } from '#server/platform/error-text.ts';
import { createPace } from '#server/platform/load-shedding.ts';
import { MailError, parseMailbox, SMTP_CONNECTIONS } from '#server/platform/mailer.ts';
import type { Services } from '#server/services.ts';
import type { Poller } from '../module.ts';
import { findReplyTo } from '../settings/queries.ts';
import { bounceAddressOf } from './bounces/bounce-key.ts';
import { recordRefusal } from './bounces/record.ts';
import {
	atOnce,
	claim,
	claimAheadBelow,
	claimsOf,
	type DueMail,
	type Hand,
	isStillClaimed,
	lanesOfOne,
	longestSendMs,
	marginMs,
	ownerOf,
	readForSending,
	renew,
	type WaitingMail,
} from './mail-claims.ts';
import { settle } from './mail-outcomes.ts';
import { isObsolete } from './sources/source.ts';

/** What was read for a mail is read anew once it is older. */
const freshMs = 1_000;

/** When an address may have had its share, and mails to it are being sent that decide. */
const judgeAgainSeconds = 3;

/** After the last of these pauses a mail has failed: some two days. */
const retryMinutes = [0.5, 2, 10, 30, 60, 120, 240, 480, 720, 1440];

/** The longest delay that a mail is enqueued with, and after which one that waits for its mailbox is judged again. */
const longestDelayMinutes = 10;

/** Pause before another try, or null when there have been enough. */
export function mailRetrySeconds(attempts: number): number | null {
	const minutes = retryMinutes[attempts - 1];
	return minutes === undefined ? null : minutes * 60;
}

/** Mails that were claimed but not begun: as if they had not been claimed. */
const giveBack = `
	UPDATE mails m SET status = 'queued', attempts = m.attempts - 1, next_attempt_at = now()
	FROM unnest($1::uuid[], $2::int[]) AS mine(id, attempts) WHERE ${isStillClaimed}`;

/** Mails that waited for a mail server, oldest first, some at a time. */
const requeueStored = `
	UPDATE mails SET status = 'queued', attempts = 0, next_attempt_at = now(), last_error = ''
	WHERE id IN (SELECT id FROM mails WHERE status = 'stored' ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED)`;

/**
 * Sends emails from the outbox concurrently. They are claimed and settled in batches to save queries. On shutdown, claimed emails that
 * were not started are released.
 */
export const mailPoller: Poller = {
	name: 'notifications.send-mails',
	idleMs: 1_000,
	unawaited: true,
	async run(services, signal) {
		const settled = await workOff(services, null, signal);
		if (settled !== null) return settled;
		const { pool } = services.database;
		return services.mailer.canSend ? ((await pool.query(requeueStored)).rowCount ?? 0) : 0;
	},
};

/**
 * Writes and keeps what the outbox owes in a sandbox: the same, and it waits for no mail server and for no mail of others.
 * @returns how many mails were settled
 */
export async function keepMails(services: Services, sandboxId: string, signal: AbortSignal): Promise<number> {
	return (await workOff(services, sandboxId, signal)) ?? 0;
}

/** @returns how many mails were settled; null: none was due */
async function workOff(
	services: Services,
	sandboxId: string | null,
	signal: AbortSignal,
): Promise<number | null> {
	const hand: Hand = { sandboxId, waiting: [], heldUntilMs: new Map(), mayBeMore: false };
	await claim(services, hand);
	if (hand.waiting.length === 0) return null;
	return withLease(
		services.log,
		() => renew(services, hand),
		() => work(services, hand, signal),
	);
}

/** @returns how many mails were settled */
async function work(services: Services, hand: Hand, signal: AbortSignal): Promise<number> {
	const pace = createPace(signal);
	const replyTo = new Map<string, ReturnType<typeof findReplyTo>>();
	let settled = 0;
	let busy = 0;
	const lanesOf = new Map<string, number>();
	/** The oldest mail of the organisation with the fewest lanes; none of one that has its share of them. */
	function takeNext(): WaitingMail | undefined {
		let best = -1;
		let fewest = lanesOfOne;
		for (const [at, { mail }] of hand.waiting.entries()) {
			const lanes = lanesOf.get(ownerOf(mail)) ?? 0;
			if (lanes < fewest) [best, fewest] = [at, lanes];
			if (fewest === 0) break;
		}
		return best < 0 ? undefined : hand.waiting.splice(best, 1)[0];
	}
	function countLane(mail: DueMail, change: number): void {
		const lanes = (lanesOf.get(ownerOf(mail)) ?? 0) + change;
		if (lanes === 0) lanesOf.delete(ownerOf(mail));
		else lanesOf.set(ownerOf(mail), lanes);
	}
	let claiming: Promise<void> | undefined;
	let nap: { ending: AbortController; over: Promise<void> } | undefined;
	/** Until some time has passed, or nothing is being sent any more. */
	function rest(): Promise<void> {
		if (!nap) {
			const ending = new AbortController();
			const either = AbortSignal.any([signal, ending.signal]);
			const over = sleep(mailPoller.idleMs, undefined, { signal: either }).catch(() => {});
			nap = { ending, over };
			void over.then(() => {
				nap = undefined;
			});
		}
		return nap.over;
	}
	/** A claim that could not be renewed may be another worker's by now. */
	async function mayBegin(mail: DueMail): Promise<boolean> {
		if (performance.now() > (hand.heldUntilMs.get(mail) ?? 0) - marginMs) return false;
		if (signal.aborted) await services.database.pool.query(giveBack, claimsOf([mail]));
		return !signal.aborted;
	}
	/** Read once for all mails of a claim. */
	function replyToOf({ organisationId }: DueMail): ReturnType<typeof findReplyTo> | null {
		if (!organisationId) return null;
		const found = replyTo.get(organisationId) ?? findReplyTo(services.database.db, organisationId);
		replyTo.set(organisationId, found);
		return found;
	}
	/** Whoever finds few left asks for more, on behalf of all. What it throws ends the work of those who wait for it. */
	function claimMore(): Promise<void> {
		claiming ??= claim(services, hand).then(() => {
			replyTo.clear();
			claiming = undefined;
		});
		claiming.catch(() => {});
		return claiming;
	}
	await runInParallel(atOnce, async () => {
		for (;;) {
			await pace();
			if (signal.aborted) return;
			const next = takeNext();
			if (!next) {
				const before = hand.waiting.length;
				await claimMore();
				if (hand.waiting.length > before) continue;
				if (busy === 0) {
					if (hand.waiting.length === 0) return;
					continue;
				}
				// A mail that hangs must not keep those waiting that come meanwhile.
				await rest();
				continue;
			}
			if (hand.mayBeMore && hand.waiting.length < claimAheadBelow) void claimMore();
			busy += 1;
			countLane(next.mail, 1);
			try {
				await deliver(services, next, { replyToOf, mayBegin: () => mayBegin(next.mail) });
				settled += 1;
			} catch (error) {
				// It stays claimed until the claim ends; where the database is away, this throws too.
				const { id: key, organisationId } = next.mail;
				services.log.error({ error, mail: key }, 'notifications.mail-not-settled');
				await delayWork(services, mailPoller.name, [{ key, organisationId }], error);
			} finally {
				hand.heldUntilMs.delete(next.mail);
				busy -= 1;
				countLane(next.mail, -1);
				if (busy === 0) nap?.ending.abort();
			}
		}
	});
	await claiming?.catch(() => {});
	if (hand.waiting.length > 0)
		await services.database.pool.query(giveBack, claimsOf(hand.waiting.map(({ mail }) => mail)));
	return settled;
}

/**
 * Makes mails due whose next attempt lies further ahead than any claim or pause sets it: the clock of the database was set back,
 * and they would wait until it has caught up. A mail that was never tried may have been given a short delay.
 */
export const mailClockPoller: Poller = {
	name: 'notifications.after-clock-change',
	idleMs: clockCheckMs,
	unawaited: true,
	async run({ database }) {
		await database.pool.query({
			name: 'notifications.after-clock-change',
			text: `UPDATE mails SET next_attempt_at = now()
				WHERE status IN ('queued', 'sending') AND next_attempt_at > now() + interval '31 s'
					AND (status = 'sending' OR next_attempt_at > now() + interval '1 s'
						+ interval '1 min' * CASE WHEN attempts = 0 THEN $2::float ELSE ($1::float[])[least(attempts, cardinality($1))] END)`,
			values: [retryMinutes, longestDelayMinutes],
		});
		return 0;
	},
};

const tooMany = 'This mailbox got too many emails of this kind.';

/** Mails that wait for a connection to the mail server have been written, and nothing counts their time yet. */
const senderOf = createMemo(
	({ mailer }: Services) => mailer,
	() => createSharedSemaphore({ maxRunning: SMTP_CONNECTIONS, maxOfKey: SMTP_CONNECTIONS - 1 }),
);

/** State shared by the lanes of a worker. */
interface Lane {
	replyToOf(mail: DueMail): ReturnType<typeof findReplyTo> | null;
	mayBegin(): Promise<boolean>;
}

async function deliver(
	services: Services,
	{ mail, verdict, read, readAtMs }: WaitingMail,
	{ replyToOf, mayBegin }: Lane,
): Promise<void> {
	try {
		const isFresh = performance.now() - readAtMs < freshMs;
		const found = await (isFresh ? read : readForSending(services, mail));
		if (isObsolete(found)) {
			await settle(services, mail, { status: 'obsolete', error: found.obsolete });
			return;
		}
		const written = await found.write();
		const { subject } = written;
		if (mail.isOfSandbox) {
			await settle(services, mail, { status: 'kept', subject, attempts: 0 });
			return;
		}
		if (!services.mailer.canSend) {
			await settle(services, mail, { status: 'stored', subject, attempts: 0 });
			return;
		}
		if (verdict.kind === 'over') {
			await settle(services, mail, { status: 'withheld', subject, error: tooMany });
			return;
		}
		if (verdict.kind === 'soon' || verdict.kind === 'waits') {
			const seconds = 'seconds' in verdict ? verdict.seconds : judgeAgainSeconds;
			await settle(services, mail, {
				status: 'queued',
				subject,
				...(verdict.kind === 'waits' && { error: `${tooMany} It is sent when there is room again.` }),
				retrySeconds: Math.min(seconds, longestDelayMinutes * 60),
				attempts: mail.attempts - 1,
			});
			return;
		}
		const replyTo = await replyToOf(mail);
		const { bounceAddress } = services.config;
		try {
			const isSent = await senderOf(services)(ownerOf(mail), async () => {
				if (!(await mayBegin())) return false;
				await withLimit(
					services.mailer.send({
						to: { name: '', address: mail.recipient },
						...(replyTo && { replyTo }),
						...written,
						...(bounceAddress && {
							envelopeFrom: bounceAddressOf(services.secret, bounceAddress, mail.id),
						}),
						messageId: `${mail.id}@${parseMailbox(services.config.mailFrom).address.split('@')[1]}`,
					}),
				);
				return true;
			});
			if (isSent) await settle(services, mail, { status: 'sent', subject });
		} catch (error) {
			if (!(error instanceof MailError)) throw error;
			if (error.kind === 'permanent') {
				if (error.refusal) await recordRefusal(services, mail, error.refusal);
				await settle(services, mail, { status: 'failed', subject, error: error.message });
			} else await retryLater(services, mail, error.message, subject);
		}
	} catch (error) {
		services.log.error({ error, mail: mail.id, template: mail.template }, 'notifications.mail-failed');
		await retryLater(services, mail, errorText(error));
	}
}

async function retryLater(services: Services, mail: DueMail, error: string, subject?: string): Promise<void> {
	const retrySeconds = mailRetrySeconds(mail.attempts);
	await settle(services, mail, {
		...(subject !== undefined && { subject }),
		error,
		...(retrySeconds === null ? { status: 'failed' } : { status: 'queued', retrySeconds }),
	});
}

async function withLimit<T>(sending: Promise<T>): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(
		() => reject(new MailError('temporary', 'The mail server did not answer for two minutes.')),
		longestSendMs,
	);
	try {
		return await Promise.race([sending, promise]);
	} finally {
		clearTimeout(timer);
		sending.catch(() => {});
	}
}
