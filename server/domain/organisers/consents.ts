import { createHmac } from 'node:crypto';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { followers } from '#server/db/tables/organisers.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { emailKey, normaliseEmail } from '../accounts/email-identity.ts';

type FollowerRow = typeof followers.$inferSelect;
export type LeftBy = NonNullable<FollowerRow['leftBy']>;

/** Addresses that one order asks for consent within a day; answers beyond are kept, and nobody is written to. */
export const mostAskedOfOrder = 10;

/** Of a follower: whether their consent became valid, or ended. */
export interface ConsentChange {
	organisationId: string;
	followerId: string;
	change: 'given' | 'ended';
	/** The row with the address is gone. */
	isErased?: boolean;
}

/** Makes changes of consents known in the transaction that makes them. Only what was or becomes confirmed is one. */
export async function publishConsentChanges(
	tx: Tx,
	services: Services,
	changes: readonly ConsentChange[],
): Promise<void> {
	if (changes.length === 0) return;
	await services.facts.publishAll(
		tx,
		changes.map(({ organisationId, followerId, change, isErased = false }) => ({
			name: 'organisers.consent-changed' as const,
			organisationId,
			eventId: null,
			payload: { followerId, change, isErased },
		})),
		services,
	);
}

/** Has an address asked by email whether it agrees: at most once in ten minutes. */
export async function publishRequest(
	tx: Tx,
	services: Services,
	{ organisationId, followerId, at }: { organisationId: string; followerId: string; at: Date },
): Promise<void> {
	await services.facts.publish(
		tx,
		{
			name: 'organisers.follow-requested',
			organisationId,
			eventId: null,
			payload: { followerId, requestedAt: at.toISOString() },
		},
		services,
	);
}

/** Somebody’s yes to a question of an event. */
export interface AskedConsent {
	organisationId: string;
	email: string;
	/** As they wrote it; may be empty. */
	name: string;
	locale: string;
	/** The words that they agreed to. */
	text: string;
	eventId: string;
	questionId: string;
	orderId: string;
	/** When they said so, for what comes in late. Now when absent. */
	saidAt?: Date | undefined;
}

/** What an order asked for is counted by: recognisable, but not readable. */
const sourceOfOrder = (secret: Buffer, orderId: string) =>
	createHmac('sha256', secret).update(`consents of order:${orderId}`).digest().subarray(0, 16);

/** Counts what an order asks for one after the other, so that many at once cannot pass together. */
async function hasAskedEnough(tx: Tx, source: Buffer, key: string): Promise<boolean> {
	await tx.execute(
		sql`SELECT pg_advisory_xact_lock(hashtextextended(${`follow requests ${source.toString('hex')}`}, 0))`,
	);
	const { rows } = await tx.execute<{ others: number }>(sql`
		SELECT count(*)::int AS others FROM followers
		WHERE source = ${source} AND requested_at > now() - interval '1 day' AND email_key <> ${key}`);
	return (rows[0]?.others ?? 0) >= mostAskedOfOrder;
}

/**
 * Notes that somebody agreed to news when they registered, and has their address asked to confirm. Of a confirmed follower nothing changes;
 * one who left after they said so stays away. Where no email can be sent, nobody could confirm, so nothing is kept.
 * Of several addresses in one transaction they are asked for in the order of their keys.
 * @returns whether the address is asked
 */
export async function askForConsent(tx: Tx, services: Services, asked: AskedConsent): Promise<boolean> {
	const email = normaliseEmail(asked.email);
	if (!services.mailer.canSend || email === '') return false;
	const { organisationId, eventId, questionId, name, locale } = asked;
	const key = emailKey(email);
	const source = sourceOfOrder(services.secret, asked.orderId);
	if (await hasAskedEnough(tx, source, key)) return false;
	const now = services.clock.now();
	const isLate = asked.saidAt !== undefined && asked.saidAt < now;
	const consentedAt = isLate ? (asked.saidAt as Date) : now;
	const at = sql`${consentedAt.toISOString()}::timestamptz`;
	const said = {
		...{ email, name, locale, eventId, questionId, source, consentedAt },
		state: 'pending' as const,
		cameFrom: 'question' as const,
		consentText: asked.text,
		requestedAt: sql`now()`,
	};
	const [row] = await tx
		.insert(followers)
		.values({ id: newId(), organisationId, emailKey: key, createdAt: now, ...said })
		.onConflictDoUpdate({
			target: [followers.organisationId, followers.emailKey],
			set: { ...said, confirmedAt: null, leftAt: null, leftBy: null },
			setWhere: sql`${followers.state} <> 'confirmed' AND (${!isLate}
				OR (${followers.consentedAt} <= ${at} AND coalesce(${followers.leftAt} <= ${at}, true)))`,
		})
		.returning({ id: followers.id });
	if (row) await publishRequest(tx, services, { organisationId, followerId: row.id, at: now });
	return row !== undefined;
}

/** How a consent ends. */
export interface EndedConsent {
	organisationId: string;
	/** Of `emailKey`. */
	emailKey: string;
	by: LeftBy;
	/** Only where it came from this question, also where that is asked at another date of the series. */
	ofQuestion?: { id: string; lineageId: string | null } | undefined;
	/** Only what was agreed to until then. */
	agreedUntil?: Date | undefined;
}

/** Ends the consent of an address, or the request for it. @returns whether there was one */
export async function endConsent(tx: Tx, services: Services, ended: EndedConsent): Promise<boolean> {
	const { organisationId, ofQuestion, agreedUntil } = ended;
	const [row] = await tx
		.select()
		.from(followers)
		.where(and(eq(followers.organisationId, organisationId), eq(followers.emailKey, ended.emailKey)))
		.for('update');
	if (!row || row.state === 'left') return false;
	if (agreedUntil && row.consentedAt > agreedUntil) return false;
	if (ofQuestion && !(await cameFromQuestion(tx, row, ofQuestion))) return false;
	await setState(tx, row, { state: 'left', leftAt: services.clock.now(), leftBy: ended.by });
	if (row.state === 'confirmed')
		await publishConsentChanges(tx, services, [{ organisationId, followerId: row.id, change: 'ended' }]);
	return true;
}

/** Gives back a consent that ended by an unsubscription which its reader undoes. @returns whether there was one */
export async function restoreConsent(
	tx: Tx,
	services: Services,
	{ organisationId, emailKey: key }: Pick<EndedConsent, 'organisationId' | 'emailKey'>,
): Promise<boolean> {
	const [row] = await tx
		.select()
		.from(followers)
		.where(and(eq(followers.organisationId, organisationId), eq(followers.emailKey, key)))
		.for('update');
	if (row?.state !== 'left' || row.leftBy !== 'unsubscription' || !row.confirmedAt) return false;
	await setState(tx, row, { state: 'confirmed', leftAt: null, leftBy: null });
	await publishConsentChanges(tx, services, [{ organisationId, followerId: row.id, change: 'given' }]);
	return true;
}

/** Writes the state of a row that the caller holds. */
export async function setState(
	tx: Tx,
	row: Pick<FollowerRow, 'organisationId' | 'id'>,
	to: Partial<Pick<FollowerRow, 'state' | 'confirmedAt' | 'leftAt' | 'leftBy'>>,
): Promise<void> {
	await tx
		.update(followers)
		.set(to)
		.where(and(eq(followers.organisationId, row.organisationId), eq(followers.id, row.id)));
}

async function cameFromQuestion(
	tx: Tx,
	row: FollowerRow,
	question: { id: string; lineageId: string | null },
): Promise<boolean> {
	if (row.cameFrom !== 'question' || row.questionId === null) return false;
	if (row.questionId === question.id) return true;
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM questions WHERE organisation_id = ${row.organisationId} AND id = ${row.questionId}
			AND coalesce(lineage_id, id) = ${question.lineageId ?? question.id}`);
	return rows.length > 0;
}

/** Deletes followers, of erased addresses, and makes known which consents end with them. */
export async function eraseFollowers(tx: Tx, services: Services, where: SQL): Promise<void> {
	const { rows } = await tx.execute<{ id: string; organisation_id: string; state: string }>(
		sql`DELETE FROM followers WHERE ${where} RETURNING id, organisation_id, state`,
	);
	await publishConsentChanges(
		tx,
		services,
		rows
			.filter(({ state }) => state === 'confirmed')
			.map((row) => ({
				...{ organisationId: row.organisation_id, followerId: row.id },
				change: 'ended',
				isErased: true,
			})),
	);
}

export type Consent = Pick<
	FollowerRow,
	| 'id'
	| 'email'
	| 'name'
	| 'state'
	| 'consentText'
	| 'consentedAt'
	| 'confirmedAt'
	| 'leftAt'
	| 'leftBy'
	| 'cameFrom'
	| 'eventId'
>;

/** Consents by the ids of their followers, at most some thousands; those that are erased are missing. In no order. */
export async function findConsents(
	db: DbOrTx,
	organisationId: string,
	followerIds: readonly string[],
): Promise<Consent[]> {
	if (followerIds.length === 0) return [];
	const { id, email, name, state, consentText, consentedAt, confirmedAt, leftAt, leftBy, cameFrom, eventId } =
		followers;
	return db
		.select({
			...{ id, email, name, state, consentText, consentedAt, confirmedAt, leftAt, leftBy, cameFrom, eventId },
		})
		.from(followers)
		.where(and(eq(followers.organisationId, organisationId), inArray(followers.id, [...followerIds])));
}
