import { createHmac } from 'node:crypto';
import { and, eq, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { followers } from '#server/db/tables/organisers.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { emailKey, normaliseEmail } from '../accounts/email-identity.ts';

type FollowerRow = typeof followers.$inferSelect;
export type LeftBy = NonNullable<FollowerRow['leftBy']>;

/** Maximum consent emails of one order within a day; answers beyond it are stored without an email. */
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

/** Sends an address the email that asks for consent, at most once in ten minutes. */
export async function publishRequest(
	tx: Tx,
	services: Services,
	{ organisationId, id, email, locale }: Pick<FollowerRow, 'organisationId' | 'id' | 'email' | 'locale'>,
	at: Date,
): Promise<void> {
	await services.facts.publish(
		tx,
		{
			name: 'organisers.follow-requested',
			organisationId,
			eventId: null,
			payload: { followerId: id, email, locale, requestedAt: at.toISOString() },
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

/** Consent emails of an order are counted by this keyed hash. */
const sourceOfOrder = (secret: Buffer, orderId: string) =>
	createHmac('sha256', secret).update(`consents of order:${orderId}`).digest().subarray(0, 16);

/**
 * Records that a guest agreed to news when they registered, and emails them to confirm. A confirmed follower is unchanged; one who
 * unsubscribed after they agreed stays unsubscribed. Without email nothing is stored, since no one could confirm. The caller holds the
 * lock of the order's answers, so that requests are counted serially. Several addresses in one transaction are processed in the order of
 * their keys.
 * @returns whether the address is emailed
 */
export async function askForConsent(tx: Tx, services: Services, consent: AskedConsent): Promise<boolean> {
	const email = normaliseEmail(consent.email);
	if (!services.mailer.canSend || email === '') return false;
	const { organisationId, eventId, questionId, name, locale } = consent;
	const key = emailKey(email);
	const source = sourceOfOrder(services.secret, consent.orderId);
	const now = services.clock.now();
	const isLate = consent.saidAt !== undefined && consent.saidAt < now;
	const at = sql`${(isLate ? (consent.saidAt as Date) : now).toISOString()}::timestamptz`;
	const { rows } = await tx.execute<{ id: string }>(sql`
		INSERT INTO followers AS f (id, organisation_id, email_key, created_at, email, name, locale, state, came_from, event_id, question_id,
			consent_text, consented_at, requested_at, source)
		SELECT ${newId()}::uuid, ${organisationId}::uuid, ${key}, ${now.toISOString()}::timestamptz, ${email}, ${name}, ${locale}, 'pending',
			'question', ${eventId}::uuid, ${questionId}::uuid, ${consent.text}, ${at}, now(), ${source}::bytea
		WHERE (SELECT count(*) FROM followers WHERE source = ${source} AND requested_at > now() - interval '1 day'
			AND email_key <> ${key}) < ${mostAskedOfOrder}
		ON CONFLICT (organisation_id, email_key) DO UPDATE SET email = excluded.email, name = excluded.name, locale = excluded.locale,
			state = excluded.state, came_from = excluded.came_from, event_id = excluded.event_id, question_id = excluded.question_id,
			consent_text = excluded.consent_text, consented_at = excluded.consented_at, requested_at = excluded.requested_at,
			source = excluded.source, confirmed_at = NULL, left_at = NULL, left_by = NULL
		WHERE f.state <> 'confirmed' AND (${!isLate} OR (f.consented_at <= ${at} AND coalesce(f.left_at <= ${at}, true)))
		RETURNING id`);
	const row = rows[0];
	if (row) await publishRequest(tx, services, { organisationId, id: row.id, email, locale }, now);
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
		.update(followers)
		.set({ state: 'left', leftAt: services.clock.now(), leftBy: ended.by })
		.where(
			and(
				eq(followers.organisationId, organisationId),
				eq(followers.emailKey, ended.emailKey),
				ne(followers.state, 'left'),
				agreedUntil && lte(followers.consentedAt, agreedUntil),
				ofQuestion && cameFromQuestion(ofQuestion),
			),
		)
		.returning({ id: followers.id, confirmedAt: followers.confirmedAt });
	// Of a request that was never confirmed no consent ends.
	if (row?.confirmedAt)
		await publishConsentChanges(tx, services, [{ organisationId, followerId: row.id, change: 'ended' }]);
	return row !== undefined;
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

const cameFromQuestion = ({ id, lineageId }: NonNullable<EndedConsent['ofQuestion']>) =>
	sql`${followers.cameFrom} = 'question' AND (${followers.questionId} = ${id} OR EXISTS (
		SELECT FROM questions q WHERE q.organisation_id = ${followers.organisationId} AND q.id = ${followers.questionId}
			AND coalesce(q.lineage_id, q.id) = ${lineageId ?? id}))`;

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
