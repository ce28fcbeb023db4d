import type { Tx } from '#server/db/client.ts';
import { bindStatement } from '#server/db/statement.ts';
import type { Services } from '#server/services.ts';
import type { ContactProblem } from '#shared/rules/mailing-services.ts';
import { failingDays, retrySeconds } from '#shared/rules/webhook-types.ts';
import { notifyListStopped } from '../integrations/notify-managers.ts';
import type { Claimed } from './claim.ts';
import type { Failure } from './services/service.ts';

const dayMs = 24 * 3_600_000;
/** A contact is tried at least this often while its list goes on; a list that fails, at least every five minutes. */
const longestPauseSeconds = 1_800;
const longestListPauseSeconds = 300;
const shortestPauseSeconds = 5;
/** A contact that failed so often while others of the list were accepted is refused. */
const mostAttempts = 100;

/** The state of a contact after its call. */
interface Known {
	state: 'added' | 'removed' | 'refused';
	remoteId: string | null;
	problem: ContactProblem | null;
	/** The service was called, and has answered. */
	isCalled: boolean;
	/** The follower is erased: with the contact removed, nothing of them is left here. */
	isErased: boolean;
}

/**
 * $1 organisation, $2 list, $3 follower, $4 revision and $5 end of the claim; $6 id at the service, $7 state, $8 problem, $9 whether the
 * service was called, $10 whether the follower is erased, $11 now. Where the consent has changed meanwhile the contact stays due, with what
 * is known of it. Who lost their claim records the id alone, and has the contact looked at again: another's call may have been the first or
 * the last.
 */
const recordKnown = {
	name: 'mailing-lists.record-known',
	text: `
		WITH mine AS MATERIALIZED (
			SELECT claimed_until IS NOT DISTINCT FROM $5::timestamptz AS is_ours, revision = $4 AS is_last FROM mailing_list_contacts
			WHERE organisation_id = $1 AND mailing_list_id = $2 AND follower_id = $3 FOR UPDATE
		), gone AS (
			DELETE FROM mailing_list_contacts USING mine
			WHERE organisation_id = $1 AND mailing_list_id = $2 AND follower_id = $3 AND $10 AND $7 = 'removed' AND is_ours AND is_last
			RETURNING 1
		)
			UPDATE mailing_list_contacts c SET remote_id = coalesce($6, c.remote_id),
				claimed_until = CASE WHEN is_ours THEN NULL ELSE c.claimed_until END,
				attempts = CASE WHEN is_ours THEN 0 ELSE c.attempts END,
				revision = CASE WHEN is_ours THEN c.revision ELSE c.revision + 1 END,
				state = CASE WHEN is_ours AND is_last THEN $7 ELSE 'due' END,
				problem = CASE WHEN is_ours AND is_last THEN $8 END,
				settled_at = CASE WHEN is_ours AND is_last THEN $11::timestamptz END
			FROM mine
			WHERE organisation_id = $1 AND mailing_list_id = $2 AND follower_id = $3 AND NOT ($10 AND $7 = 'removed' AND is_ours AND is_last)
				AND (is_ours OR $9)`,
};

/** Records what is known of a contact, and then that its list works: not together, as others lock the list first. */
export async function settleKnown(services: Services, claimed: Claimed, known: Known): Promise<void> {
	const now = services.clock.now();
	await services.database.pool.query({
		...recordKnown,
		values: [
			...[claimed.organisationId, claimed.mailingListId, claimed.followerId],
			...[claimed.revision, claimed.claimedUntil],
			...[known.remoteId, known.state, known.problem, known.isCalled, known.isErased, now],
		],
	});
	const isNoted =
		claimed.failingSince === null && claimed.lastSentAt !== null && +now - +claimed.lastSentAt < notedMs;
	if (known.isCalled && !isNoted)
		await services.database.pool.query({
			...noteSent,
			values: [claimed.organisationId, claimed.mailingListId, now],
		});
}

/** That a list works is noted this often. */
const notedMs = 1_000;
const noteSent = {
	name: 'mailing-lists.note-sent',
	text: `UPDATE mailing_lists SET failing_since = NULL, last_sent_at = $3 WHERE organisation_id = $1 AND id = $2
		AND (failing_since IS NOT NULL OR last_sent_at IS NULL OR last_sent_at < $3::timestamptz - interval '1 second')`,
};

/** $1 organisation, $2 list, $3 follower, $4 end of the claim, $5 tries to take off, $6 next try. */
const release = {
	name: 'mailing-lists.release',
	text: `UPDATE mailing_list_contacts SET claimed_until = NULL, attempts = attempts - $5::int, next_at = $6
		WHERE organisation_id = $1 AND mailing_list_id = $2 AND follower_id = $3 AND claimed_until = $4`,
};

/** Ends a claim whose call was broken off by the end of this process: another worker does it again at once. */
export async function settleAborted(services: Services, claimed: Claimed): Promise<void> {
	await services.database.pool.query({
		...release,
		values: valuesOf(claimed, 0, services.clock.now()),
	});
}

const valuesOf = (claimed: Claimed, fewer: number, nextAt: Date) => [
	...[claimed.organisationId, claimed.mailingListId, claimed.followerId, claimed.claimedUntil],
	...[fewer, nextAt],
];

/** Records why a call did not do what it should: of the contact alone, of the list for a while, or until its people see to it. */
export async function settleFailure(services: Services, claimed: Claimed, failure: Failure): Promise<void> {
	const isOfContact = claimed.attempts >= mostAttempts && claimed.failingSince === null;
	if (failure.kind === 'refused' || (failure.kind === 'later' && isOfContact)) {
		const problem = failure.kind === 'refused' ? failure.problem : 'address-refused';
		const refused = { state: 'refused', remoteId: null, problem, isCalled: true, isErased: false } as const;
		return settleKnown(services, claimed, refused);
	}
	const now = services.clock.now();
	await services.database.transaction(async (tx) => {
		if (failure.kind === 'stopped') {
			await stop(tx, claimed, failure.problem, now);
			await tx.execute(bindStatement(release, valuesOf(claimed, 1, now)));
			return;
		}
		const since = claimed.failingSince ?? now;
		const retryAfter = failure.afterSeconds ?? 0;
		if (now.getTime() - since.getTime() >= failingDays * dayMs) await stop(tx, claimed, 'failing', now);
		else
			await tx.execute(
				bindStatement(noteFailing, [
					...[claimed.organisationId, claimed.mailingListId, since],
					after(now, Math.max(retryAfter, listPause(now, since))),
				]),
			);
		const pause = Math.max(retryAfter, contactPause(claimed.attempts));
		await tx.execute(bindStatement(release, valuesOf(claimed, 0, after(now, pause))));
	});
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000);

/** Seconds until the next try of a contact, spread by a tenth. */
function contactPause(attempts: number, random = Math.random()): number {
	const seconds = Math.min(retrySeconds[attempts - 1] ?? longestPauseSeconds, longestPauseSeconds);
	return seconds * (0.9 + random / 5);
}

/** Seconds in which nothing is sent to a list: the longer it fails, the longer. */
function listPause(now: Date, since: Date): number {
	const failing = (now.getTime() - since.getTime()) / 1_000;
	return Math.min(Math.max(failing / 20, shortestPauseSeconds), longestListPauseSeconds);
}

const noteFailing = {
	name: 'mailing-lists.note-failing',
	text: `UPDATE mailing_lists SET failing_since = coalesce(failing_since, $3), not_before = greatest(not_before, $4)
		WHERE organisation_id = $1 AND id = $2 AND state = 'active'`,
};

/** The key that the list has shows whether it is the one that failed: another may have been given meanwhile. */
const stopList = {
	name: 'mailing-lists.stop',
	text: `UPDATE mailing_lists SET state = 'stopped', problem = $3
		WHERE organisation_id = $1 AND id = $2 AND state = 'active' AND sealed_settings = $4 AND created_by = $5 RETURNING id`,
};

async function stop(
	tx: Tx,
	claimed: Claimed,
	problem: Extract<Failure, { kind: 'stopped' }>['problem'],
	now: Date,
): Promise<void> {
	const { organisationId, mailingListId, listName, host } = claimed;
	const { rows } = await tx.execute<{ id: string }>(
		bindStatement(stopList, [
			...[organisationId, mailingListId, problem],
			...[claimed.sealedSettings, claimed.createdBy],
		]),
	);
	if (rows.length > 0)
		await notifyListStopped(tx, { organisationId, connectionId: mailingListId, name: listName, host }, now);
}
