import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { followers } from '#server/db/tables/organisers.ts';
import type { Services } from '#server/services.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { newId } from '#shared/lib/ids.ts';
import { CONSENT_PROOF_YEARS } from '#shared/rules/periods.ts';
import { emailKey, normaliseEmail } from '../accounts/email-identity.ts';
import { sourceOf } from '../accounts/network.ts';
import { publishConsentChanges, publishRequest, setState } from './consents.ts';
import { getPublicOrganiser } from './page.ts';

const dayMs = 24 * 3_600_000;
const daysOfProof = CONSENT_PROOF_YEARS * 365 + 1;
/** The consent text for following; shown on the page and stored with the address. */
const consentText =
	'Email me about new events of this organiser. At most one email a day, and I can leave at any time.';

export type FollowerRow = typeof followers.$inferSelect;
type Which = Pick<FollowerRow, 'id' | 'organisationId'>;

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer) =>
	bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const sign = (secret: Buffer, ids: Buffer) =>
	createHmac('sha256', secret).update('follower\0').update(ids).digest();

/** The signed link of a follower: it names their row, and no address. */
export function followerToken(secret: Buffer, { id, organisationId }: Which): string {
	const ids = Buffer.concat([bytesOf(organisationId), bytesOf(id)]);
	return Buffer.concat([ids, sign(secret, ids)]).toString('base64url');
}

/** The row that a signed link names; null: no link of ours. */
export function readToken(secret: Buffer, token: string): Which | null {
	const bytes = Buffer.from(token, 'base64url');
	if (bytes.byteLength !== 64) return null;
	const ids = bytes.subarray(0, 32);
	if (!timingSafeEqual(sign(secret, ids), bytes.subarray(32))) return null;
	return { organisationId: uuidOf(ids.subarray(0, 16)), id: uuidOf(ids.subarray(16)) };
}

const isRow = ({ organisationId, id }: Which) =>
	and(eq(followers.organisationId, organisationId), eq(followers.id, id));

export async function findFollower(db: DbOrTx, which: Which): Promise<FollowerRow | null> {
	const [row] = await db.select().from(followers).where(isRow(which));
	return row ?? null;
}

/** Requests to follow from one network in an hour, whoever is to be followed. */
const mostFromNetwork = 10;

/** Counts requests of a network one after the other, so that many at once cannot pass together. @throws RATE_LIMIT_EXCEEDED */
async function refuseFlood(tx: Tx, source: Buffer): Promise<void> {
	await tx.execute(
		sql`SELECT pg_advisory_xact_lock(hashtextextended(${`follow requests ${source.toString('hex')}`}, 0))`,
	);
	const { rows } = await tx.execute<{ requests: number }>(sql`
		SELECT count(*)::int AS requests FROM followers WHERE source = ${source} AND requested_at > now() - interval '1 hour'`);
	if ((rows[0]?.requests ?? 0) >= mostFromNetwork)
		throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 3_600 });
}

/**
 * Records that an address wants to follow, and emails it to confirm. Existing followers get no email; the response is the same.
 * @throws RATE_LIMIT_EXCEEDED
 */
export async function follow(
	services: Services,
	command: { slug: string; email: string; locale: string; address: string },
): Promise<void> {
	const organiser = await getPublicOrganiser(services, command.slug);
	if (!services.mailer.canSend) return;
	const email = normaliseEmail(command.email);
	const consentedAt = services.clock.now();
	const source = sourceOf(services.secret, command.address);
	const requested = { source, requestedAt: sql`now()` };
	// Of somebody who follows already the request is counted, and nothing else changes.
	const unlessConfirmed = (column: PgColumn, value: SQL) =>
		sql`CASE WHEN ${followers.state} = 'confirmed' THEN ${column} ELSE ${value} END`;
	await services.database.transaction(async (tx) => {
		await refuseFlood(tx, source);
		const [row] = await tx
			.insert(followers)
			.values({
				id: newId(),
				organisationId: organiser.id,
				email,
				emailKey: emailKey(email),
				locale: command.locale,
				state: 'pending',
				consentText,
				consentedAt,
				createdAt: consentedAt,
				...requested,
			})
			.onConflictDoUpdate({
				target: [followers.organisationId, followers.emailKey],
				set: {
					...requested,
					state: unlessConfirmed(followers.state, sql`'pending'`),
					consentText: unlessConfirmed(followers.consentText, sql`${consentText}`),
					consentedAt: unlessConfirmed(followers.consentedAt, sql`${consentedAt.toISOString()}::timestamptz`),
					cameFrom: unlessConfirmed(followers.cameFrom, sql`'page'`),
					eventId: unlessConfirmed(followers.eventId, sql`NULL`),
					questionId: unlessConfirmed(followers.questionId, sql`NULL`),
					confirmedAt: unlessConfirmed(followers.confirmedAt, sql`NULL`),
					leftAt: unlessConfirmed(followers.leftAt, sql`NULL`),
					leftBy: unlessConfirmed(followers.leftBy, sql`NULL`),
				},
			})
			.returning();
		if (row?.state !== 'pending') return;
		await publishRequest(tx, services, row, consentedAt);
	});
}

/** Confirms, or leaves; the second time changes nothing. @throws not-found */
export async function changeFollowing(
	services: Services,
	token: string,
	to: 'confirmed' | 'left',
): Promise<void> {
	const which = readToken(services.secret, token);
	if (!which) throw notFound('Follower');
	await services.database.transaction(async (tx) => {
		const [row] = await tx.select().from(followers).where(isRow(which)).for('update');
		if (!row) throw notFound('Follower');
		if (row.state === to) return;
		const now = services.clock.now();
		await setState(
			tx,
			row,
			to === 'confirmed'
				? { state: to, confirmedAt: now, leftAt: null, leftBy: null }
				: { state: to, leftAt: now, leftBy: 'link' },
		);
		// Of a request that was never confirmed no consent ends.
		if (to === 'left' && row.state === 'pending') return;
		await publishConsentChanges(tx, services, [
			{
				...{ organisationId: row.organisationId, followerId: row.id },
				change: to === 'confirmed' ? 'given' : 'ended',
			},
		]);
	});
}

/** Followers of an organisation: those of a state, or all. */
export const ofState = (organisationId: string, state: FollowerRow['state'] | 'all') =>
	and(eq(followers.organisationId, organisationId), state === 'all' ? undefined : eq(followers.state, state));

/**
 * Followers in the order in which they came, some at a time.
 * @param state confirmed ones when absent
 */
export async function* everyFollower(
	db: DbOrTx,
	organisationId: string,
	pageSize = 500,
	state: FollowerRow['state'] | 'all' = 'confirmed',
): AsyncGenerator<FollowerRow[]> {
	let after: string | undefined;
	for (;;) {
		const rows = await db
			.select()
			.from(followers)
			.where(and(ofState(organisationId, state), after ? gt(followers.id, after) : undefined))
			.orderBy(asc(followers.id))
			.limit(pageSize);
		if (rows.length > 0) yield rows;
		after = rows.at(-1)?.id;
		if (rows.length < pageSize) return;
	}
}

/**
 * Organisers whose news is due: what they published, ten minutes after the last of it at the earliest and a day after the email before.
 * @param isOther SQL: which organisations, by `n.organisation_id`; `$1` is an array of ids
 */
export async function findNews(
	{ database }: Services,
	isOther: string,
	without: readonly string[],
): Promise<{ organisationId: string }[]> {
	const { rows } = await database.pool.query<{ organisationId: string }>({
		name: 'organisers.due-news',
		text: `SELECT n.organisation_id AS "organisationId" FROM follower_news n
			WHERE n.sent_at IS NULL AND n.noted_at < now() - interval '10 minutes' AND n.organisation_id <> ALL ($1::uuid[]) AND ${isOther}
				AND NOT EXISTS (SELECT FROM follower_news p
					WHERE p.organisation_id = n.organisation_id AND p.sent_at > now() - interval '24 hours')
			GROUP BY n.organisation_id ORDER BY min(n.noted_at) LIMIT 20`,
		values: [without],
	});
	return rows;
}

/** Takes the news of an organiser. @returns ids of the events that it published; none when another worker took them */
export async function claimNews(tx: Tx, organisationId: string): Promise<string[]> {
	// Of two workers the second waits here, and then finds the news of the last day sent.
	await tx.execute(sql`SELECT FROM organisations WHERE id = ${organisationId} FOR NO KEY UPDATE`);
	const { rows } = await tx.execute<{ event_id: string }>(sql`
		UPDATE follower_news n SET sent_at = now()
		WHERE n.organisation_id = ${organisationId} AND n.sent_at IS NULL
			AND NOT EXISTS (SELECT FROM follower_news p
				WHERE p.organisation_id = n.organisation_id AND p.sent_at > now() - interval '24 hours')
		RETURNING n.event_id`);
	return rows.map((row) => row.event_id);
}

/**
 * Networks of requests are forgotten after a day; requests that were never confirmed go after a week, also where they ended, and messages
 * after 30 days. A consent that was given and has ended stays for three years: that it was given is to be shown as long as a claim about
 * an email can be made (article 7.1 GDPR; § 7a UWG and § 195 BGB name like times).
 */
export async function removeOldRows({ database, clock }: Services): Promise<void> {
	const before = (days: number) => [new Date(clock.now().getTime() - days * dayMs)];
	await database.pool.query(
		'UPDATE followers SET source = NULL WHERE source IS NOT NULL AND requested_at < $1',
		before(1),
	);
	await deleteInBatches(database.pool, {
		table: 'followers',
		where: `state <> 'confirmed' AND consented_at < $1 AND (state = 'pending' OR confirmed_at IS NULL)`,
		values: before(7),
	});
	await deleteInBatches(database.pool, {
		table: 'followers',
		where: `state <> 'confirmed' AND consented_at < $1 AND state = 'left' AND left_at < $1`,
		values: before(daysOfProof),
	});
	await deleteInBatches(database.pool, {
		table: 'organiser_messages',
		where: 'created_at < $1',
		values: before(30),
	});
}
