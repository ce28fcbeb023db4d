import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { mailTokens, users } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { issueMailToken } from './mail-tokens.ts';
import { deriveMailToken } from './tokens.ts';

/** Whether the installation has an administrator. Administrators of the demo don’t count: their passwords are public. */
export async function hasAdministrator(db: DbOrTx): Promise<boolean> {
	const rows = await db
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.isAdmin, true), eq(users.isDemo, false)))
		.limit(1);
	return rows.length > 0;
}

/**
 * The link that makes the first administrator, while there is none. Processes that start together, and one that starts again
 * within the link's life, print the same one.
 */
export async function firstAdministratorLink(services: Services): Promise<string | null> {
	const mailTokenId = await services.database.transaction(async (tx) => {
		if (await hasAdministrator(tx)) return null;
		const dayFromNow = new Date(services.clock.now().getTime() + 24 * 3_600_000);
		const [live] = await tx
			.select({ id: mailTokens.id })
			.from(mailTokens)
			.where(
				and(
					eq(mailTokens.purpose, 'first_admin'),
					isNull(mailTokens.usedAt),
					gt(mailTokens.expiresAt, dayFromNow),
				),
			)
			.orderBy(desc(mailTokens.createdAt))
			.limit(1);
		return live?.id ?? issueMailToken(tx, services, { userId: null, purpose: 'first_admin', email: '' });
	});
	if (mailTokenId === null) return null;
	return `${services.config.appUrl}/first-administrator?token=${deriveMailToken(services.secret, mailTokenId)}`;
}
