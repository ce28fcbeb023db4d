import type { Services } from '#server/services.ts';
import type { MailingService } from '#shared/rules/mailing-services.ts';

/** A claim reserves a contact for a worker for so long. */
export const claimSeconds = 60;
/** All calls about one contact together take at most so long: they are over before the claim ends. */
export const callSeconds = 45;
/** Calls to one list side by side. */
const ofList = 4;
/** Calls to all lists of one organisation side by side: others have places left. */
const ofOrganisation = 8;

/** A contact that this worker may see to now. */
export interface Claimed {
	organisationId: string;
	mailingListId: string;
	followerId: string;
	remoteId: string | null;
	/** The pending state of the contact when it was claimed. */
	revision: number;
	/** Tries since the last one whose end is known, this one included. */
	attempts: number;
	claimedUntil: Date;
	service: MailingService;
	sealedSettings: Buffer;
	host: string;
	listId: string;
	listName: string;
	failingSince: Date | null;
	lastSentAt: Date | null;
	createdBy: string;
}

/** Whether anything is due at all: what a worker without work asks. */
export async function hasDue({ database, clock }: Services): Promise<boolean> {
	const { rows } = await database.pool.query({
		name: 'mailing-lists.has-due',
		text: `SELECT 1 FROM mailing_list_contacts WHERE state = 'due' AND next_at <= $1 LIMIT 1`,
		values: [clock.now()],
	});
	return rows.length > 0;
}

/**
 * Claims due contacts, some of each list, so that none waits for another's backlog: four calls side by side of one that works, one of one
 * that fails.
 * @param busy calls of this worker under way, by list
 * @param places how many more it may have
 */
export async function claimDue(
	{ database, clock }: Services,
	busy: ReadonlyMap<string, number>,
	places: number,
): Promise<Claimed[]> {
	const { rows } = await database.pool.query<Claimed>({
		name: 'mailing-lists.claim',
		text: `
			WITH busy AS MATERIALIZED (
				SELECT l.organisation_id, l.id, b.calls FROM unnest($2::uuid[], $3::int[]) AS b(id, calls) JOIN mailing_lists l ON l.id = b.id
			), picked AS MATERIALIZED (
				SELECT organisation_id, mailing_list_id, follower_id FROM (
				SELECT c.organisation_id, c.mailing_list_id, c.follower_id, c.next_at, l.failing_since IS NOT NULL AS is_failing,
					row_number() OVER (PARTITION BY c.organisation_id ORDER BY l.failing_since IS NOT NULL, c.next_at)
						+ coalesce((SELECT sum(o.calls) FROM busy o WHERE o.organisation_id = c.organisation_id), 0) AS turn
				FROM mailing_lists l
				LEFT JOIN busy b ON b.organisation_id = l.organisation_id AND b.id = l.id
				CROSS JOIN LATERAL (
					SELECT c.organisation_id, c.mailing_list_id, c.follower_id, c.next_at FROM mailing_list_contacts c
					WHERE c.organisation_id = l.organisation_id AND c.mailing_list_id = l.id AND c.state = 'due' AND c.next_at <= $1
						AND (c.claimed_until IS NULL OR c.claimed_until <= $1)
					ORDER BY c.next_at, c.follower_id
					LIMIT greatest(0, CASE WHEN l.failing_since IS NULL THEN ${ofList} ELSE 1 END - coalesce(b.calls, 0))
					FOR UPDATE SKIP LOCKED
				) c
				WHERE l.state = 'active' AND (l.not_before IS NULL OR l.not_before <= $1)
				) AS due
				WHERE turn <= ${ofOrganisation} ORDER BY (turn - 1) / ${ofList}, is_failing, next_at
				LIMIT $4
			)
			UPDATE mailing_list_contacts c
			SET attempts = c.attempts + 1, claimed_until = $1::timestamptz + interval '${claimSeconds} seconds'
			FROM picked p, mailing_lists l
			WHERE c.organisation_id = p.organisation_id AND c.mailing_list_id = p.mailing_list_id AND c.follower_id = p.follower_id
				AND l.organisation_id = c.organisation_id AND l.id = c.mailing_list_id
			RETURNING c.organisation_id AS "organisationId", c.mailing_list_id AS "mailingListId", c.follower_id AS "followerId",
				c.remote_id AS "remoteId", c.revision, c.attempts, c.claimed_until AS "claimedUntil", l.service,
				l.sealed_settings AS "sealedSettings", l.host, l.list_id AS "listId", l.list_name AS "listName",
				l.failing_since AS "failingSince", l.last_sent_at AS "lastSentAt", l.created_by AS "createdBy"`,
		values: [clock.now(), [...busy.keys()], [...busy.values()], places],
	});
	return rows;
}

/** Ends claims of which no call was made: as if they had not been claimed. */
export async function giveBack({ database }: Services, claimed: readonly Claimed[]): Promise<void> {
	await database.pool.query({
		name: 'mailing-lists.give-back',
		text: `UPDATE mailing_list_contacts c SET attempts = c.attempts - 1, claimed_until = NULL
			FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[]) AS mine(organisation_id, mailing_list_id, follower_id, until)
			WHERE c.organisation_id = mine.organisation_id AND c.mailing_list_id = mine.mailing_list_id
				AND c.follower_id = mine.follower_id AND c.claimed_until = mine.until`,
		values: [
			claimed.map(({ organisationId }) => organisationId),
			claimed.map(({ mailingListId }) => mailingListId),
			claimed.map(({ followerId }) => followerId),
			claimed.map(({ claimedUntil }) => claimedUntil),
		],
	});
}

/** A follower as they are now. */
export interface FollowerNow {
	email: string;
	name: string;
	state: 'pending' | 'confirmed' | 'left';
	consentText: string;
	confirmedAt: Date | null;
}

/**
 * Followers as they are now, read once their contacts are claimed: what changes later raises the revision.
 * @returns for each contact in order; null for one who is erased
 */
export async function readFollowers(
	{ database }: Services,
	claimed: readonly Pick<Claimed, 'organisationId' | 'followerId'>[],
): Promise<(FollowerNow | null)[]> {
	const { rows } = await database.pool.query<FollowerNow & { id: string }>({
		name: 'mailing-lists.followers',
		text: `SELECT f.id, f.email, f.name, f.state, f.consent_text AS "consentText", f.confirmed_at AS "confirmedAt"
			FROM (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[]) AS a(organisation_id, id)) AS wanted
			JOIN followers f ON f.organisation_id = wanted.organisation_id AND f.id = wanted.id`,
		values: [
			claimed.map(({ organisationId }) => organisationId),
			claimed.map(({ followerId }) => followerId),
		],
	});
	const found = new Map(rows.map(({ id, ...row }) => [id, row]));
	return claimed.map(({ followerId }) => found.get(followerId) ?? null);
}
