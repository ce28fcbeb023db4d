import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { mailSuppressions } from '#server/db/tables/notifications.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import { createDatabaseBatcher } from '#server/platform/concurrency/request-batcher.ts';
import type { Services } from '#server/services.ts';
import type { MailSuppression } from '#shared/contracts/notifications.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { maskEmail } from '#shared/rules/staff-abilities.ts';
import { hashOfAddress, mostPerQuery } from './opt-outs.ts';

type Reason = MailSuppression['reason'];

/** Why a message, reminder or news to such an address is not sent. */
export const bouncesText = 'Emails to this address bounce.';

const isOpen = or(isNull(mailSuppressions.until), sql`${mailSuppressions.until} > now()`);

/**
 * Which of these addresses get no messages, reminders or news of an organisation.
 * @param organisationId null: what holds for all organisations alone
 * @param emailHashes of `hashOfAddress`, at most some thousands
 * @returns why, by the hash in hex; addresses that are missing in it may be written to
 */
export async function findSuppressed(
	db: DbOrTx,
	organisationId: string | null,
	emailHashes: readonly Buffer[],
): Promise<Map<string, Reason>> {
	if (emailHashes.length === 0) return new Map();
	const ofAll = isNull(mailSuppressions.organisationId);
	const rows = await db
		.select({ emailHash: mailSuppressions.emailHash, reason: mailSuppressions.reason })
		.from(mailSuppressions)
		.where(
			and(
				inArray(mailSuppressions.emailHash, [...emailHashes]),
				organisationId === null ? ofAll : or(ofAll, eq(mailSuppressions.organisationId, organisationId)),
				isOpen,
			),
		);
	return new Map(rows.map(({ emailHash, reason }) => [Buffer.from(emailHash).toString('hex'), reason]));
}

/** Whether one address gets no messages, reminders or news of an organisation. */
export async function isSuppressed(
	services: Pick<Services, 'database'>,
	organisationId: string | null,
	email: string,
): Promise<boolean> {
	return areSuppressed(services, { organisationId, emailHash: hashOfAddress(email) });
}

/** Emails that are read side by side ask together. */
const areSuppressed = createDatabaseBatcher(
	mostPerQuery,
	async (
		{ database }: Pick<Services, 'database'>,
		questions: { organisationId: string | null; emailHash: Buffer }[],
	) => {
		const found = new Map<string | null, Map<string, Reason>>();
		for (const [organisationId, some] of Map.groupBy(questions, (one) => one.organisationId)) {
			const hashes = some.map(({ emailHash }) => emailHash);
			found.set(organisationId, await findSuppressed(database.db, organisationId, hashes));
		}
		return questions.map(
			({ organisationId, emailHash }) => found.get(organisationId)?.has(emailHash.toString('hex')) ?? false,
		);
	},
);

/** Blocked addresses that hold still, newest first. They are found by the whole address alone: only its hash is stored. */
export async function listSuppressions(
	{ database }: Services,
	filters: { email?: string | undefined; limit: number; cursor?: string | undefined },
) {
	const conditions: (SQL | undefined)[] = [isOpen];
	const email = filters.email?.trim();
	if (email) conditions.push(eq(mailSuppressions.emailHash, hashOfAddress(email)));
	if (filters.cursor) {
		const [at, id] = decodeCursor(filters.cursor, 2);
		conditions.push(
			sql`(${mailSuppressions.since}, ${mailSuppressions.id}) < (${at}::timestamptz, ${id}::uuid)`,
		);
	}
	const rows = await database.db
		.select()
		.from(mailSuppressions)
		.where(and(...conditions))
		.orderBy(desc(mailSuppressions.since), desc(mailSuppressions.id))
		.limit(filters.limit + 1);
	return pageOf(rows, filters.limit, present, (row) => [row.since, row.id]);
}

/** Blocks an address for the messages of all organisations, without end. @throws rule violation `already-blocked` */
export async function addSuppression(
	{ database, clock }: Services,
	{ email, detail }: { email: string; detail: string },
): Promise<MailSuppression> {
	const { rowCount, rows } = await database.pool.query<{ id: string }>(
		`INSERT INTO mail_suppressions (id, email_hash, organisation_id, reason, since, hint, detail)
		VALUES ($1, $2, NULL, 'by hand', $3, $4, $5)
		ON CONFLICT (email_hash, organisation_id) DO UPDATE
			SET reason = excluded.reason, since = excluded.since, until = NULL, hint = excluded.hint, detail = excluded.detail
			WHERE mail_suppressions.until IS NOT NULL
		RETURNING id`,
		[newId(), hashOfAddress(email), clock.now(), maskEmail(email.trim()), detail],
	);
	const id = rows[0]?.id;
	if (rowCount === 0 || id === undefined)
		throw ruleViolation(
			'already-blocked',
			message`This address is blocked already. Search for it in the list.`,
		);
	const [row] = await database.db.select().from(mailSuppressions).where(eq(mailSuppressions.id, id));
	if (!row) throw notFound('Blocked address');
	return present(row);
}

/** Lets an address get messages again. What was reported before does not block it a second time. @throws not-found */
export async function liftSuppression({ database }: Services, id: string): Promise<void> {
	const { rowCount } = await database.db.delete(mailSuppressions).where(eq(mailSuppressions.id, id));
	if (!rowCount) throw notFound('Blocked address');
}

function present(row: typeof mailSuppressions.$inferSelect): MailSuppression {
	return {
		id: row.id,
		hint: row.hint,
		organisationId: row.organisationId,
		reason: row.reason,
		detail: row.detail,
		since: row.since.toISOString(),
		until: row.until?.toISOString() ?? null,
	};
}
