import { and, eq, or, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { memberships, organisations, users } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { refuseStale } from '../sessions.ts';

/**
 * SQL: the account has what organisations may require of members, which is to sign in with two factors. Accounts of the demo count as
 * having them: everybody knows their password.
 * @param users name of the table or its alias in the statement
 */
export const hasTwoFactorSql = (users: 'u' | 'users') =>
	`(${users}.is_demo OR EXISTS (SELECT FROM two_factors f WHERE f.user_id = ${users}.id AND f.enabled_at IS NOT NULL))`;

/** From when on members without two factors only read; null: they are not required. */
export async function findRequirement(db: DbOrTx, organisationId: string): Promise<Date | null> {
	const [row] = await db
		.select({ from: organisations.needsTwoFactorFrom })
		.from(organisations)
		.where(eq(organisations.id, organisationId));
	return row?.from ?? null;
}

/** Whether an account has what organisations may require of members. */
export async function meetsRequirement(db: DbOrTx, userId: string): Promise<boolean> {
	const rows = await db
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.id, userId), sql.raw(hasTwoFactorSql('users'))));
	return rows.length > 0;
}

/** Names of the organisations of an account that require two factors, now or soon. */
export async function listRequiring(db: DbOrTx, userId: string): Promise<string[]> {
	const rows = await db
		.select({ name: organisations.name })
		.from(memberships)
		.innerJoin(organisations, eq(organisations.id, memberships.organisationId))
		.where(
			sql`${memberships.userId} = ${userId} AND ${organisations.needsTwoFactorFrom} IS NOT NULL
				AND ${organisations.sandboxOf} IS NULL`,
		)
		.orderBy(memberships.createdAt, organisations.id);
	return rows.map(({ name }) => name);
}

const dayMs = 86_400_000;

interface Who {
	organisationId: string;
	userId: string;
	/** When they last proved who they are. */
	confirmedAt: Date;
}

/**
 * Requires two factors of all members from some days on; another date takes the place of the one before.
 * @param days 1 to 30; 0: at once, which takes that all members have two factors
 * @returns from when on
 * @throws AUTH_REQUIRED (`confirm-sign-in`); BUSINESS_RULE_VIOLATION `own-two-factor-first`, `members-without-two-factor`
 */
export function requireTwoFactor(services: Services, who: Who, days: number): Promise<Date> {
	return services.database.transaction(async (tx) => {
		const now = services.clock.now();
		refuseStale(who, now);
		const { organisationId } = who;
		await lockOrganisation(tx, organisationId);
		if (!(await meetsRequirement(tx, who.userId)))
			throw ruleViolation(
				'own-two-factor-first',
				message`Turn on 2FA for your own account first, in your settings.`,
			);
		if (days === 0 && (await countWithout(tx, organisationId)) > 0)
			throw ruleViolation(
				'members-without-two-factor',
				message`Some members don’t have 2FA yet. Give them at least a day.`,
			);
		const from = new Date(now.getTime() + days * dayMs);
		await setRequirement(tx, organisationId, from, now);
		await services.facts.publish(
			tx,
			{
				name: 'accounts.two-factor-required',
				organisationId,
				eventId: null,
				payload: { from: from.toISOString() },
			},
			services,
		);
		return from;
	});
}

/** Members need two factors no longer. @throws AUTH_REQUIRED (`confirm-sign-in`) */
export function stopRequiringTwoFactor(services: Services, who: Who): Promise<void> {
	return services.database.transaction(async (tx) => {
		const now = services.clock.now();
		refuseStale(who, now);
		await lockOrganisation(tx, who.organisationId);
		await setRequirement(tx, who.organisationId, null, now);
	});
}

async function lockOrganisation(tx: Tx, organisationId: string): Promise<void> {
	const rows = await tx
		.select({ id: organisations.id })
		.from(organisations)
		.where(eq(organisations.id, organisationId))
		.for('no key update');
	if (rows.length === 0) throw notFound('Organisation');
}

/** The sandbox of an organisation follows it. */
async function setRequirement(tx: Tx, organisationId: string, from: Date | null, now: Date): Promise<void> {
	await tx
		.update(organisations)
		.set({ needsTwoFactorFrom: from, updatedAt: now })
		.where(or(eq(organisations.id, organisationId), eq(organisations.sandboxOf, organisationId)));
}

async function countWithout(db: DbOrTx, organisationId: string): Promise<number> {
	const { rows } = await db.execute<{ count: number }>(
		sql`SELECT count(*)::int AS count FROM memberships m JOIN users u ON u.id = m.user_id
			WHERE m.organisation_id = ${organisationId} AND NOT ${sql.raw(hasTwoFactorSql('u'))}`,
	);
	return rows[0]?.count ?? 0;
}
