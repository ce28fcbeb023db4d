import { setTimeout as sleep } from 'node:timers/promises';
import { clockCheckMs, leaseSeconds, withLease } from '#server/jobs/lease.ts';
import { createMemo } from '#server/platform/concurrency/memo.ts';
import { createDatabaseBatcher } from '#server/platform/concurrency/request-batcher.ts';
import { runInParallel } from '#server/platform/concurrency/run-in-parallel.ts';
import { createSemaphore } from '#server/platform/concurrency/semaphore.ts';
import { errorText } from '#server/platform/error-text.ts';
import { createPace } from '#server/platform/load-shedding.ts';
import { MailError, parseMailbox, SMTP_CONNECTIONS } from '#server/platform/mailer.ts';
import type { Services } from '#server/services.ts';
import type { Poller } from '../module.ts';
import { findReplyTo } from '../settings/queries.ts';
import { composeMail } from './compose-mail.ts';
import { judgeLimits, type LimitVerdict, MAILS_PER_HOUR } from './recipient-limit.ts';
import { isObsolete } from './sources/source.ts';

interface DueMail {
	id: string;
	template: string;
	props: unknown;
	recipient: string;
	locale: string;
	organisationId: string | null;
	attempts: number;
}

/** Claimed at a time. A worker that is killed leaves them to the others when its claim ends. */
const batchSize = 50;
/** More than the mailer has connections: some are written while others are sent. */
const atOnce = 12;
/** A mail is handed over only while its claim lasts for this much longer. */
const marginMs = 5_000;
/** When an address may have had its share, and mails to it are being sent that decide. */
const judgeAgainSeconds = 3;
/** No server may hold a mail longer. */
const longestSendMs = 120_000;
/** After the last of these pauses a mail has failed: some two days. */
const retryMinutes = [0.5, 2, 10, 30, 60, 120, 240, 480, 720, 1440];

/** The longest delay that a mail is enqueued with. */
const longestDelayMinutes = 10;

/** Pause before another try, or null when there have been enough. */
export function mailRetrySeconds(attempts: number): number | null {
	const minutes = retryMinutes[attempts - 1];
	return minutes === undefined ? null : minutes * 60;
}

/**
 * Takes the mails that are due longest and keeps other workers off them as long as the claim is renewed. `attempts` marks the claim. A mail
 * whose worker was killed becomes due again when its claim ends, and goes out once more with the same Message-ID.
 */
const claimDue = `
	UPDATE mails SET status = 'sending', attempts = attempts + 1, next_attempt_at = now() + interval '${leaseSeconds} seconds'
	WHERE id IN (
		SELECT id FROM mails WHERE status IN ('queued', 'sending') AND next_attempt_at <= now() + interval '1 ms'
		ORDER BY next_attempt_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
	)
	RETURNING id, template, props, recipient, locale, organisation_id AS "organisationId", attempts`;

const renewClaims = `
	UPDATE mails m SET next_attempt_at = now() + interval '${leaseSeconds} seconds'
	FROM unnest($1::uuid[], $2::int[]) AS mine(id, attempts)
	WHERE m.id = mine.id AND m.status = 'sending' AND m.attempts = mine.attempts`;

/** Mails that were claimed but not begun: as if they had not been claimed. */
const giveBack = `
	UPDATE mails m SET status = 'queued', attempts = m.attempts - 1, next_attempt_at = now()
	FROM unnest($1::uuid[], $2::int[]) AS mine(id, attempts)
	WHERE m.id = mine.id AND m.status = 'sending' AND m.attempts = mine.attempts`;

/** Mails that waited for a mail server, oldest first, some at a time. */
const requeueStored = `
	UPDATE mails SET status = 'queued', attempts = 0, next_attempt_at = now(), last_error = ''
	WHERE id IN (SELECT id FROM mails WHERE status = 'stored' ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED)`;

/** Mails that this process has claimed, those that wait for a lane first. */
interface Hand {
	waiting: DueMail[];
	/** Until when each is certainly nobody else's, by the clock of this process. */
	heldUntilMs: Map<DueMail, number>;
}

const claimsOf = (mails: readonly DueMail[]) => [
	mails.map(({ id }) => id),
	mails.map(({ attempts }) => attempts),
];

async function claim({ database }: Services, hand: Hand): Promise<void> {
	const untilMs = performance.now() + leaseSeconds * 1_000;
	const { rows } = await database.pool.query<DueMail>({ name: 'notifications.claim-mails', text: claimDue });
	// Ids go by time, and rows come back in any order.
	for (const mail of rows.sort((a, b) => (a.id < b.id ? -1 : 1))) {
		hand.waiting.push(mail);
		hand.heldUntilMs.set(mail, untilMs);
	}
}

async function renew({ database }: Services, { heldUntilMs }: Hand): Promise<void> {
	const untilMs = performance.now() + leaseSeconds * 1_000;
	const mails = [...heldUntilMs.keys()];
	await database.pool.query(renewClaims, claimsOf(mails));
	for (const mail of mails) if (heldUntilMs.has(mail)) heldUntilMs.set(mail, untilMs);
}

/**
 * Sends what the outbox owes, some side by side: claimed and settled many at a time, so that the database is asked a few times for
 * each batch and not for each mail. Who stops gives back what was not begun.
 */
export const mailPoller: Poller = {
	name: 'notifications.send-mails',
	idleMs: 1_000,
	async run(services, signal) {
		const hand: Hand = { waiting: [], heldUntilMs: new Map() };
		await claim(services, hand);
		if (hand.waiting.length === 0) {
			const { pool } = services.database;
			return services.mailer.canSend ? ((await pool.query(requeueStored)).rowCount ?? 0) : 0;
		}
		return withLease(
			services.log,
			() => renew(services, hand),
			() => work(services, hand, signal),
		);
	},
};

/** @returns how many mails were settled */
async function work(services: Services, hand: Hand, signal: AbortSignal): Promise<number> {
	const pace = createPace(signal);
	const batch = createBatch(services);
	let settled = 0;
	let busy = 0;
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
	await batch.judge(hand.waiting);
	await runInParallel(atOnce, async () => {
		for (;;) {
			await pace();
			if (signal.aborted) return;
			const mail = hand.waiting.shift();
			if (!mail) {
				// Whoever finds nothing left asks for more, on behalf of all.
				claiming ??= claim(services, hand)
					.then(() => batch.judge(hand.waiting))
					.finally(() => {
						claiming = undefined;
					});
				await claiming;
				if (hand.waiting.length > 0) continue;
				if (busy === 0) return;
				// A mail that hangs must not keep those waiting that come meanwhile.
				await rest();
				continue;
			}
			busy += 1;
			try {
				await deliver(services, mail, batch, () => mayBegin(mail));
				settled += 1;
			} finally {
				hand.heldUntilMs.delete(mail);
				busy -= 1;
				if (busy === 0) nap?.ending.abort();
			}
		}
	});
	if (hand.waiting.length > 0) await services.database.pool.query(giveBack, claimsOf(hand.waiting));
	return settled;
}

/** What the mails of a batch have in common is asked for once. */
function createBatch(services: Services) {
	let verdicts = new Map<DueMail, LimitVerdict>();
	const replyTo = new Map<string, ReturnType<typeof findReplyTo>>();
	return {
		async judge(mails: readonly DueMail[]): Promise<void> {
			replyTo.clear();
			if (services.mailer.canSend) verdicts = new Map([...verdicts, ...(await judgeLimits(services, mails))]);
		},
		verdictOf(mail: DueMail): LimitVerdict {
			const verdict = verdicts.get(mail) ?? 'within';
			verdicts.delete(mail);
			return verdict;
		},
		replyToOf({ organisationId }: DueMail): ReturnType<typeof findReplyTo> | null {
			if (!organisationId) return null;
			let found = replyTo.get(organisationId);
			if (!found) {
				found = findReplyTo(services.database.db, organisationId);
				replyTo.set(organisationId, found);
			}
			return found;
		},
	};
}

type Batch = ReturnType<typeof createBatch>;

/**
 * Makes mails due whose next attempt lies further ahead than any claim or pause sets it: the clock of the database was set back,
 * and they would wait until it has caught up. A mail that was never tried may have been given a short delay.
 */
export const mailClockPoller: Poller = {
	name: 'notifications.after-clock-change',
	idleMs: clockCheckMs,
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

const tooMany = `This address already got ${MAILS_PER_HOUR} emails of this kind within an hour.`;

interface Outcome {
	status: 'sent' | 'queued' | 'stored' | 'failed' | 'obsolete' | 'withheld';
	subject?: string;
	error?: string;
	retrySeconds?: number;
	attempts?: number;
}

/** Writes outcomes down, unless a claim ended meanwhile and another worker has the mail; those that come together in one statement. */
const settleTogether = createDatabaseBatcher(
	batchSize,
	async ({ database }: Services, settled: { mail: DueMail; outcome: Outcome }[]) => {
		await database.pool.query({
			name: 'notifications.settle-mails',
			text: `UPDATE mails m SET status = s.status, subject = coalesce(s.subject, m.subject), last_error = s.error,
					attempts = s.attempts, next_attempt_at = now() + make_interval(secs => s.retry_seconds),
					sent_at = CASE WHEN s.status = 'sent' THEN now() ELSE m.sent_at END
				FROM unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::float[], $7::int[])
					AS s(id, claim, status, subject, error, retry_seconds, attempts)
				WHERE m.id = s.id AND m.status = 'sending' AND m.attempts = s.claim`,
			values: [
				...claimsOf(settled.map(({ mail }) => mail)),
				settled.map(({ outcome }) => outcome.status),
				settled.map(({ outcome }) => outcome.subject ?? null),
				settled.map(({ outcome }) => (outcome.error ?? '').slice(0, 1_000)),
				settled.map(({ outcome }) => outcome.retrySeconds ?? 0),
				settled.map(({ mail, outcome }) => outcome.attempts ?? mail.attempts),
			],
		});
		return settled.map(() => undefined);
	},
);

const settle = (services: Services, mail: DueMail, outcome: Outcome) =>
	settleTogether(services, { mail, outcome });

/** Mails that wait for a connection to the mail server have been written, and nothing counts their time yet. */
const senderOf = createMemo(
	({ mailer }: Services) => mailer,
	() => createSemaphore({ maxRunning: SMTP_CONNECTIONS, maxWaiting: Number.POSITIVE_INFINITY }),
);

async function deliver(
	services: Services,
	mail: DueMail,
	batch: Batch,
	mayBegin: () => Promise<boolean>,
): Promise<void> {
	try {
		const written = await composeMail(services, mail, {
			// Without a mail server only the subject is kept: no tickets are drawn for nobody.
			showsSecrets: services.mailer.canSend,
			isForSending: true,
		});
		if (isObsolete(written)) {
			await settle(services, mail, { status: 'obsolete', error: written.obsolete });
			return;
		}
		const { subject } = written;
		if (!services.mailer.canSend) {
			await settle(services, mail, { status: 'stored', subject, attempts: 0 });
			return;
		}
		const verdict = batch.verdictOf(mail);
		if (verdict === 'over') {
			await settle(services, mail, { status: 'withheld', subject, error: tooMany });
			return;
		}
		if (verdict === 'later') {
			await settle(services, mail, {
				status: 'queued',
				subject,
				retrySeconds: judgeAgainSeconds,
				attempts: mail.attempts - 1,
			});
			return;
		}
		const replyTo = await batch.replyToOf(mail);
		try {
			const isSent = await senderOf(services)(async () => {
				if (!(await mayBegin())) return false;
				await withLimit(
					services.mailer.send({
						to: { name: '', address: mail.recipient },
						...(replyTo && { replyTo }),
						...written,
						messageId: `${mail.id}@${parseMailbox(services.config.mailFrom).address.split('@')[1]}`,
					}),
				);
				return true;
			});
			if (isSent) await settle(services, mail, { status: 'sent', subject });
		} catch (error) {
			if (!(error instanceof MailError)) throw error;
			if (error.kind === 'permanent')
				await settle(services, mail, { status: 'failed', subject, error: error.message });
			else await retryLater(services, mail, error.message, subject);
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
	const ending = new AbortController();
	try {
		return await Promise.race([
			sending,
			sleep(longestSendMs, undefined, { signal: ending.signal }).then(() => {
				throw new MailError('temporary', 'The mail server did not answer for two minutes.');
			}),
		]);
	} finally {
		ending.abort();
		sending.catch(() => {});
	}
}
