import type { DbOrTx } from '#server/db/client.ts';
import { bindStatement, plainArray } from '#server/db/statement.ts';
import { type CallerMembership, rightsOf } from '#server/http/handler.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type HandedOnKind, withinRights } from '#shared/rules/handing-on.ts';
import type { MemberRights } from '#shared/rules/permissions.ts';

/**
 * Refuses to hand on what the giver may not do themself.
 * @throws BUSINESS_RULE_VIOLATION `beyond-own-rights`, with the parts in `lacking`
 */
export function requireOwnRights(kind: HandedOnKind, parts: readonly string[], giver: MemberRights): void {
	const allowed = withinRights(kind, parts, giver);
	const lacking = parts.filter((part) => !allowed.includes(part));
	if (lacking.length > 0)
		throw ruleViolation('beyond-own-rights', message`You can only give what you may do yourself.`, {
			lacking,
		});
}

/** SQL: whether the account `u` may use its memberships, whatever its role. */
export const isUsableAccountSql = `u.disabled_at IS NULL AND u.erased_at IS NULL
	AND NOT EXISTS (SELECT FROM account_locks l WHERE l.user_id = u.id)`;

const findMakers = {
	name: 'accounts.rights-of-makers',
	text: `SELECT m.organisation_id AS "organisationId", m.user_id AS "userId", m.role, m.event_ids AS "eventIds",
			m.extra_actions AS extra, m.denied_actions AS denied
		FROM unnest($1::uuid[], $2::uuid[]) AS wanted(organisation_id, user_id)
		JOIN memberships m ON m.organisation_id = wanted.organisation_id AND m.user_id = wanted.user_id
		JOIN users u ON u.id = m.user_id AND ${isUsableAccountSql}`,
};

interface Maker {
	organisationId: string;
	userId: string;
}

/**
 * What those who made something may do now.
 * @returns for each of them in order; null for who left, or whose account was closed or locked
 */
export async function readMakers(db: DbOrTx, makers: readonly Maker[]): Promise<(CallerMembership | null)[]> {
	if (makers.length === 0) return [];
	const { rows } = await db.execute<CallerMembership & Maker & Record<string, unknown>>(
		bindStatement(findMakers, [
			plainArray(makers.map(({ organisationId }) => organisationId)),
			plainArray(makers.map(({ userId }) => userId)),
		]),
	);
	const found = new Map(rows.map((row) => [`${row.organisationId} ${row.userId}`, row]));
	return makers.map(({ organisationId, userId }) => found.get(`${organisationId} ${userId}`) ?? null);
}

/** What a maker may do now at an event, or where it is about none; null: nothing. */
export function rightsAt(
	maker: CallerMembership | null | undefined,
	eventId: string | null,
): MemberRights | null {
	const isReached = maker && (!maker.eventIds || (eventId !== null && maker.eventIds.includes(eventId)));
	return isReached ? rightsOf(maker) : null;
}

/** The current rights of the maker of something that belongs to no event; null when nothing of it is theirs to give any more. */
export async function readMakerRights(db: DbOrTx, maker: Maker): Promise<MemberRights | null> {
	const [membership] = await readMakers(db, [maker]);
	return membership ? rightsOf(membership) : null;
}
