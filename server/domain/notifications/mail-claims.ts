import { leaseSeconds } from '#server/jobs/lease.ts';
import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import { createSharedSemaphore } from '#server/platform/concurrency/semaphore.ts';
import type { Services } from '#server/services.ts';
import { isSandboxSql } from '../accounts/sandbox.ts';
import { type ReadMail, readMail } from './compose-mail.ts';
import { judgeLimits, type LimitVerdict } from './recipient-limit.ts';
import type { Obsolete } from './sources/source.ts';

/** Lanes of one organisation: some are left to others. */
export const lanesOfOne = 8;

/** More than the mailer has connections: some are written while others are sent. */
export const atOnce = 12;

export interface DueMail {
	id: string;
	template: string;
	props: unknown;
	recipient: string;
	locale: string;
	organisationId: string | null;
	attempts: number;
	createdAt: Date;
	/** Of a sandbox, which sends nothing: it is written and stored. */
	isOfSandbox: boolean;
}

/** Claimed at a time. A worker that is killed leaves them to the others when its claim ends. */
export const batchSize = 50;

/** With fewer waiting, the next are claimed while these are sent. */
export const claimAheadBelow = 25;

/** An organisation that has so many in hand lets others claim. */
const mostInHand = 2 * batchSize;

/** A mail is handed over only while its claim lasts for this much longer. */
export const marginMs = 5_000;

/** No server may hold a mail longer. */
export const longestSendMs = 120_000;

/** Emails of accounts take turns as those of one organisation. */
const noOrganisation = '00000000-0000-0000-0000-000000000000';

/**
 * Takes the mails that are due longest and keeps other workers off them as long as the claim is renewed. `attempts` marks the claim. A mail
 * whose worker was killed becomes due again when its claim ends, and goes out once more with the same Message-ID.
 */
const claimDue = `
	UPDATE mails SET status = 'sending', attempts = attempts + 1, next_attempt_at = now() + interval '${leaseSeconds} seconds'
	WHERE id IN (
		SELECT id FROM mails WHERE status IN ('queued', 'sending') AND next_attempt_at <= now() + interval '1 ms'
			AND coalesce(organisation_id, '${noOrganisation}') <> ALL ($1::uuid[]) AND ($3::uuid IS NULL OR organisation_id = $3)
		ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED
	)
	RETURNING id, template, props, recipient, locale, organisation_id AS "organisationId", attempts, created_at AS "createdAt",
		${isSandboxSql('mails.organisation_id')} AS "isOfSandbox"`;

/**
 * The email `m` of a claim that has not ended, by the id and attempt of `mine`. The concatenation keeps the planner from the partial indexes by
 * status: with statistics of a young table it reads all emails that were ever sent to find the few of a claim.
 */
export const isStillClaimed = `m.id = mine.id AND m.attempts = mine.attempts AND m.status || '' = 'sending'`;

const renewClaims = `
	UPDATE mails m SET next_attempt_at = now() + interval '${leaseSeconds} seconds'
	FROM unnest($1::uuid[], $2::int[]) AS mine(id, attempts) WHERE ${isStillClaimed}`;

/** A claimed mail that waits for a lane: judged, and read ahead with the others of its claim. */
export interface WaitingMail {
	mail: DueMail;
	verdict: LimitVerdict;
	read: Promise<ReadMail | Obsolete>;
	readAtMs: number;
}

/** Mails that this process has claimed, those that wait for a lane first. */
export interface Hand {
	/** Those of one sandbox alone, or of all. */
	sandboxId: string | null;
	waiting: WaitingMail[];
	/** Until when each is certainly nobody else's, by the clock of this process. */
	heldUntilMs: Map<DueMail, number>;
	/** The last claim was full: more may be due. */
	mayBeMore: boolean;
}

export const claimsOf = (mails: readonly DueMail[]) => [
	mails.map(({ id }) => id),
	mails.map(({ attempts }) => attempts),
];

export const ownerOf = ({ organisationId }: DueMail) => organisationId ?? noOrganisation;

/** Mails in hand by organisation. */
function countInHand({ heldUntilMs }: Hand): Map<string, number> {
	const counts = new Map<string, number>();
	for (const mail of heldUntilMs.keys()) counts.set(ownerOf(mail), (counts.get(ownerOf(mail)) ?? 0) + 1);
	return counts;
}

/**
 * Claims what is due, first of organisations that have nothing in hand, so that one with very many holds up no other; then of all, but not
 * without end of one whose mails take long.
 */
async function claimRows({ database }: Services, hand: Hand): Promise<DueMail[]> {
	const rows: DueMail[] = [];
	const claimFor = async (without: string[]) => {
		const untilMs = performance.now() + leaseSeconds * 1_000;
		const { rows: found } = await database.pool.query<DueMail>({
			name: 'notifications.claim-mails',
			text: claimDue,
			values: [without, batchSize - rows.length, hand.sandboxId],
		});
		for (const mail of found) hand.heldUntilMs.set(mail, untilMs);
		rows.push(...found);
	};
	const counts = countInHand(hand);
	if (counts.size > 0) await claimFor([...counts.keys()]);
	if (rows.length < batchSize)
		await claimFor([...counts].filter(([, count]) => count >= mostInHand).map(([owner]) => owner));
	return rows;
}

export async function claim(services: Services, hand: Hand): Promise<void> {
	const rows = await claimRows(services, hand);
	hand.mayBeMore = rows.length === batchSize;
	const verdicts = services.mailer.canSend ? await judgeLimits(services, rows) : null;
	const readAtMs = performance.now();
	// Ids go by time, and rows come back in any order.
	for (const mail of rows.sort((a, b) => (a.id < b.id ? -1 : 1))) {
		const read = readForSending(services, mail);
		// Its sender handles the error.
		read.catch(() => {});
		hand.waiting.push({ mail, verdict: verdicts?.get(mail) ?? { kind: 'within' }, read, readAtMs });
	}
}

/** Some at a time, so that they are read together and leave the requests their connections. */
const readerOf = createDatabaseMemo(() =>
	createSharedSemaphore({ maxRunning: atOnce, maxOfKey: lanesOfOne }),
);

export const readForSending = (services: Services, mail: DueMail) =>
	readerOf(services)(ownerOf(mail), () =>
		// Without a mail server only the subject is stored: no tickets are drawn for nobody.
		readMail(services, mail, { showsSecrets: services.mailer.canSend, isForSending: true }),
	);

export async function renew({ database }: Services, { heldUntilMs }: Hand): Promise<void> {
	const untilMs = performance.now() + leaseSeconds * 1_000;
	const mails = [...heldUntilMs.keys()];
	await database.pool.query(renewClaims, claimsOf(mails));
	for (const mail of mails) if (heldUntilMs.has(mail)) heldUntilMs.set(mail, untilMs);
}
