import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import {
	emailChanges,
	mailTokens,
	memberships,
	organisations,
	sessions,
	signInAttempts,
	signInSources,
	userIdentities,
	users,
} from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { revokeAllSessions } from '../claim.ts';
import { removeSandboxes } from '../sandbox.ts';
import { removeTwoFactor } from '../two-factor/second-factor.ts';
import { renameOrganisation } from './update-organisation.ts';

const CLOSED_NAME = 'Closed organisation';

/**
 * Erases the personal data of an account: its row stays without a name, login is disabled, and organisations without other members are
 * closed.
 * @returns the files of their pictures, to be deleted after the commit
 */
export async function eraseUser(
	tx: Tx,
	services: Services,
	{ user, organisationIds }: { user: typeof users.$inferSelect; organisationIds: string[] },
): Promise<{ photo: string | null; logos: string[] }> {
	const userId = user.id;
	const now = services.clock.now();
	await removeSandboxes(services, tx, organisationIds);
	const logos = await closeOrganisations(tx, services, organisationIds);
	await revokeAllSessions(tx, user, now);
	await removeTwoFactor(tx, userId);
	await tx.delete(userIdentities).where(eq(userIdentities.userId, userId));
	await tx.delete(mailTokens).where(eq(mailTokens.userId, userId));
	await tx.delete(signInSources).where(eq(signInSources.userId, userId));
	await tx.delete(signInAttempts).where(eq(signInAttempts.emailKey, user.emailKey));
	await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
	await tx.update(sessions).set({ userAgent: '' }).where(eq(sessions.userId, userId));
	// A closed organisation retains its owner, who has no name any more: no organisation is without one.
	const isLeft = notInArray(memberships.organisationId, organisationIds);
	await tx.delete(memberships).where(and(eq(memberships.userId, userId), isLeft));
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
	return { photo: user.profileImageFile, logos };
}

/** Takes name, address and logo from organisations. @returns the files of the logos */
async function closeOrganisations(tx: Tx, services: Services, organisationIds: string[]): Promise<string[]> {
	if (organisationIds.length === 0) return [];
	for (const organisationId of organisationIds)
		await renameOrganisation(tx, services, { organisationId, name: CLOSED_NAME });
	const closed = inArray(organisations.id, organisationIds);
	const rows = await tx.select({ file: organisations.logoFile }).from(organisations).where(closed);
	await tx.update(organisations).set({ slug: sql`'closed-' || id`, logoFile: null }).where(closed);
	return rows.flatMap(({ file }) => file ?? []);
}
