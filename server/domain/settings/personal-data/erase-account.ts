import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { users } from '#server/db/tables/accounts.ts';
import { dataExports, organisationSettings } from '#server/db/tables/settings.ts';
import { eraseUser } from '#server/domain/accounts/commands/erase-user.ts';
import { emailKey } from '#server/domain/accounts/email-identity.ts';
import { getUser } from '#server/domain/accounts/queries.ts';
import { logoImage, profileImage, removeImage } from '#server/platform/images.ts';
import type { Services } from '#server/services.ts';
import { AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

/** Stands for a person who is gone, in rows that stay. */
export const ERASED_NAME = 'Erased person';

/** Refuses while something would be left without anybody to answer for it; lists which organisations end with the person. */
async function settleOrganisations(tx: Tx, services: Services, userId: string): Promise<string[]> {
	const user = await getUser(tx, userId);
	if (user.isDemo) throw ruleViolation('demo-account', message`Demo accounts can’t be deleted.`);
	const { rows } = await tx.execute<{ id: string; name: string; others: number }>(sql`
		SELECT o.id, o.name, (SELECT count(*)::int FROM memberships x
			WHERE x.organisation_id = o.id AND x.user_id <> m.user_id) AS others
		FROM memberships m JOIN organisations o ON o.id = m.organisation_id
		WHERE m.user_id = ${userId} AND m.role = 'owner' AND o.sandbox_of IS NULL AND NOT EXISTS (SELECT FROM memberships x
			WHERE x.organisation_id = o.id AND x.user_id <> m.user_id AND x.role = 'owner')
		ORDER BY o.name FOR UPDATE OF m, o`);
	const shared = rows.find(({ others }) => others > 0);
	if (shared) {
		throw ruleViolation(
			'last-owner',
			message`You’re the only owner of ${shared.name}, which has other members. Make one of them an owner first.`,
		);
	}
	if (user.isAdmin) {
		const others = await tx
			.select({ id: users.id })
			.from(users)
			.where(and(eq(users.isAdmin, true), eq(users.isDemo, false), sql`${users.id} <> ${userId}`))
			.limit(1);
		if (others.length === 0)
			throw ruleViolation(
				'last-administrator',
				message`You’re the only admin. Make someone else an admin first.`,
			);
	}
	const organisationIds = rows.map(({ id }) => id);
	await services.facts.publish(
		tx,
		{
			name: 'accounts.erasure-asked',
			organisationId: null,
			eventId: null,
			payload: { userId, organisationIds },
		},
		services,
	);
	return organisationIds;
}

/** Obstacles to deleting an account, as sentences; empty if there are none. */
export async function findErasureBlockers(services: Services, userId: string): Promise<AppError | null> {
	try {
		await services.database.transaction((tx) => settleOrganisations(tx, services, userId));
		return null;
	} catch (error) {
		if (error instanceof AppError && error.code === 'BUSINESS_RULE_VIOLATION') return error;
		throw error;
	}
}

/**
 * Erases a person: names, address, photo, ways to sign in and everything that modules to the right keep of them (they hear
 * `accounts.user-erased` in the same transaction). Rows about money and what was done stay, without the person. The account's row
 * stays as a stone that bears no name; an organisation that was theirs alone is closed.
 * @throws what stands in the way; a field error when the address typed to be sure is another one
 */
export async function eraseAccount(
	services: Services,
	how: { userId: string; typedEmail: string },
): Promise<void> {
	const { userId } = how;
	const leftovers = await services.database.transaction(async (tx) => {
		const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
		if (!user || user.erasedAt) throw new AppError('AUTH_TOKEN_EXPIRED');
		if (emailKey(how.typedEmail) !== user.emailKey) {
			throw fieldError('email', message`This isn’t the email of your account.`);
		}
		const organisationIds = await settleOrganisations(tx, services, userId);
		await services.facts.publish(
			tx,
			{
				name: 'accounts.user-erased',
				organisationId: null,
				eventId: null,
				payload: { userId, organisationIds },
			},
			services,
		);
		const images = await eraseUser(tx, services, { user, organisationIds });
		if (organisationIds.length > 0) {
			await tx
				.delete(organisationSettings)
				.where(inArray(organisationSettings.organisationId, organisationIds));
		}
		const exports = await tx.delete(dataExports).where(eq(dataExports.userId, userId)).returning();
		return { ...images, files: exports.flatMap(({ fileName }) => fileName ?? []) };
	});
	await services.database.afterCommit(async () => {
		if (leftovers.photo) await removeImage(services.files, leftovers.photo, profileImage);
		for (const logo of leftovers.logos) await removeImage(services.files, logo, logoImage);
		for (const name of leftovers.files) await services.files.remove(name);
	});
}
