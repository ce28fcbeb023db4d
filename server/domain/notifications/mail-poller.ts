import { setTimeout as sleep } from 'node:timers/promises';
import { clockCheckMs, leaseSeconds, withLease } from '../../jobs/lease.ts';
import { runInParallel } from '../../platform/concurrency/run-in-parallel.ts';
import { errorText } from '../../platform/error-text.ts';
import { isRush, yieldToRequests } from '../../platform/load-shedding.ts';
import { MailError, parseMailbox } from '../../platform/mailer.ts';
import type { Services } from '../../services.ts';
import type { Poller } from '../module.ts';
import { findReplyTo } from '../settings/queries.ts';
import { composeMail } from './compose-mail.ts';
import { isOverLimit, MAILS_PER_HOUR } from './recipient-limit.ts';
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

/** As many as the mailer has connections. */
const atOnce = 3;
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
 * Takes the mail that is due longest and keeps other workers off it as long as the claim is renewed. `attempts` marks the claim. A mail
 * whose worker was killed becomes due again when its claim ends, and goes out once more with the same Message-ID.
 */
const claimDue = `
	UPDATE mails SET status = 'sending', attempts = attempts + 1, next_attempt_at = now() + interval '${leaseSeconds} seconds'
	WHERE id = (
		SELECT id FROM mails WHERE status IN ('queued', 'sending') AND next_attempt_at <= now() + interval '1 ms'
		ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
	)
	RETURNING id, template, props, recipient, locale, organisation_id AS "organisationId", attempts`;

const renewClaim = `
	UPDATE mails SET next_attempt_at = now() + interval '${leaseSeconds} seconds'
	WHERE id = $1 AND status = 'sending' AND attempts = $2`;

/** Mails that waited for a mail server, oldest first, some at a time. */
const requeueStored = `
	UPDATE mails SET status = 'queued', attempts = 0, next_attempt_at = now(), last_error = ''
	WHERE id IN (SELECT id FROM mails WHERE status = 'stored' ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED)`;

async function claim({ database }: Services): Promise<DueMail | undefined> {
	const { rows } = await database.pool.query<DueMail>({ name: 'notifications.claim-mail', text: claimDue });
	return rows[0];
}

/** Sends what the outbox owes, some side by side; each is claimed just before it is sent. */
export const mailPoller: Poller = {
	name: 'notifications.send-mails',
	idleMs: 1_000,
	async run(services, signal) {
		const first = await claim(services);
		if (!first) {
			const { pool } = services.database;
			return services.mailer.canSend ? ((await pool.query(requeueStored)).rowCount ?? 0) : 0;
		}
		let settled = 0;
		await runInParallel(atOnce, async (lane) => {
			let mail = lane === 0 ? first : await claim(services);
			while (mail) {
				const startMs = performance.now();
				const { id, attempts } = mail;
				const renew = () => services.database.pool.query(renewClaim, [id, attempts]);
				const claimed = mail;
				await withLease(services.log, renew, () => deliver(services, claimed));
				settled += 1;
				await yieldToRequests(performance.now() - startMs, signal);
				// In a rush one lane is enough; the others begin again with the next round.
				if (signal.aborted || (lane > 0 && isRush())) return;
				mail = await claim(services);
			}
		});
		return settled;
	},
};

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

/** Writes the outcome down, unless the claim ended meanwhile and another worker has the mail. */
async function settle(services: Services, mail: DueMail, outcome: Outcome): Promise<void> {
	const { status, subject = null, error = '', retrySeconds = 0, attempts = mail.attempts } = outcome;
	await services.database.pool.query({
		name: 'notifications.settle-mail',
		text: `UPDATE mails SET status = $3, subject = coalesce($4, subject), last_error = $5, attempts = $7,
				next_attempt_at = now() + make_interval(secs => $6),
				sent_at = CASE WHEN $3 = 'sent' THEN now() ELSE sent_at END
			WHERE id = $1 AND status = 'sending' AND attempts = $2`,
		values: [mail.id, mail.attempts, status, subject, error.slice(0, 1_000), retrySeconds, attempts],
	});
}

async function deliver(services: Services, mail: DueMail): Promise<void> {
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
		if (await isOverLimit(services, mail)) {
			await settle(services, mail, { status: 'withheld', subject, error: tooMany });
			return;
		}
		const replyTo = mail.organisationId && (await findReplyTo(services.database.db, mail.organisationId));
		try {
			await withLimit(
				services.mailer.send({
					to: { name: '', address: mail.recipient },
					...(replyTo && { replyTo }),
					...written,
					messageId: `${mail.id}@${parseMailbox(services.config.mailFrom).address.split('@')[1]}`,
				}),
			);
			await settle(services, mail, { status: 'sent', subject });
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
