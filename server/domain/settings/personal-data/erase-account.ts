import { and, eq, inArray, sql } from 'drizzle-orm';
import { AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { Tx } from '../../../db/client.ts';
import {
	mailTokens,
	organisations,
	signInAttempts,
	signInSources,
	userIdentities,
	users,
} from '../../../db/tables/accounts.ts';
import { dataExports, notificationChoices, organisationSettings } from '../../../db/tables/settings.ts';
import { logoImage, profileImage, removeImage } from '../../../platform/images.ts';
import type { Services } from '../../../services.ts';
import { revokeAllSessions } from '../../accounts/claim.ts';
import { renameOrganisation } from '../../accounts/commands/update-organisation.ts';
import { emailKey } from '../../accounts/email-identity.ts';
import { getUser } from '../../accounts/queries.ts';
import { removeTwoFactor } from '../../accounts/two-factor/second-factor.ts';

/** Stands for a person who is gone, in rows that stay. */
export const ERASED_NAME = 'Erased person';
const CLOSED_NAME = 'Closed organisation';

/** Refuses while something would be left without anybody to answer for it; tells which organisations end with the person. */
async function settleOrganisations(tx: Tx, services: Services, userId: string): Promise<string[]> {
	const user = await getUser(tx, userId);
	if (user.isDemo) throw ruleViolation('demo-account', message`Demo accounts can’t be deleted.`);
	const { rows } = await tx.execute<{ id: string; name: string; others: number }>(sql`
		SELECT o.id, o.name, (SELECT count(*)::int FROM memberships x
			WHERE x.organisation_id = o.id AND x.user_id <> m.user_id) AS others
		FROM memberships m JOIN organisations o ON o.id = m.organisation_id
		WHERE m.user_id = ${userId} AND m.role = 'owner' AND NOT EXISTS (SELECT FROM memberships x
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

/** What stands in the way of deleting an account, as sentences; empty when nothing does. */
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
		const now = services.clock.now();
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
		for (const organisationId of organisationIds) {
			await renameOrganisation(tx, services, { organisationId, name: CLOSED_NAME });
		}
		let logos: string[] = [];
		if (organisationIds.length > 0) {
			await tx
				.delete(organisationSettings)
				.where(inArray(organisationSettings.organisationId, organisationIds));
			const closed = inArray(organisations.id, organisationIds);
			logos = (await tx.select({ file: organisations.logoFile }).from(organisations).where(closed)).flatMap(
				({ file }) => file ?? [],
			);
			await tx.update(organisations).set({ slug: sql`'closed-' || id`, logoFile: null }).where(closed);
		}
		await revokeAllSessions(tx, user, now);
		await removeTwoFactor(tx, userId);
		await tx.delete(userIdentities).where(eq(userIdentities.userId, userId));
		await tx.delete(mailTokens).where(eq(mailTokens.userId, userId));
		await tx.delete(signInSources).where(eq(signInSources.userId, userId));
		await tx.delete(signInAttempts).where(eq(signInAttempts.emailKey, user.emailKey));
		await tx.execute(sql`DELETE FROM email_changes WHERE user_id = ${userId}`);
		await tx.execute(sql`UPDATE sessions SET user_agent = '' WHERE user_id = ${userId}`);
		await tx.delete(notificationChoices).where(eq(notificationChoices.userId, userId));
		const exports = await tx.delete(dataExports).where(eq(dataExports.userId, userId)).returning();
		// A closed organisation keeps its owner, who has no name any more: no organisation is without one.
		await tx.execute(sql`DELETE FROM memberships WHERE user_id = ${userId}
			AND NOT (organisation_id = ANY (${sql.param(organisationIds)}::uuid[]))`);
		const stone = `${userId}@erased.invalid`;
		await tx
			.update(users)
			.set({
				email: stone,
				emailKey: stone,
				emailVerifiedAt: null,
				passwordHash: null,
				firstName: '',
				lastName: '',
				profileImageFile: null,
				isAdmin: false,
				disabledAt: now,
				erasedAt: now,
				version: user.version + 1,
				updatedAt: now,
			})
			.where(eq(users.id, userId));
		return { photo: user.profileImageFile, logos, files: exports.flatMap(({ fileName }) => fileName ?? []) };
	});
	await services.database.afterCommit(async () => {
		if (leftovers.photo) await removeImage(services.files, leftovers.photo, profileImage);
		for (const logo of leftovers.logos) await removeImage(services.files, logo, logoImage);
		for (const name of leftovers.files) await services.files.remove(name);
	});
}
