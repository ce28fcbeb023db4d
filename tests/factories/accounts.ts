import { and, desc, eq } from 'drizzle-orm';
import { mailTokens, memberships } from '#server/db/tables/accounts.ts';
import { createUser } from '#server/domain/accounts/commands/create-user.ts';
import { insertAccount } from '#server/domain/accounts/insert-account.ts';
import type { MailTokenPurpose } from '#server/domain/accounts/mail-tokens.ts';
import { beginSession } from '#server/domain/accounts/sessions.ts';
import { deriveMailToken } from '#server/domain/accounts/tokens.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import type { OrganisationRole } from '#shared/rules/permissions.ts';

export interface TestUser {
	userId: string;
	organisationId: string;
	email: string;
	/** Bearer token of a session of theirs. */
	token: string;
}

let count = 0;

/**
 * A verified user with an organisation of their own and a session. Without `password` none fits, which spares the costly
 * hash.
 */
export async function makeUser(
	services: Services,
	options: {
		email?: string;
		password?: string;
		firstName?: string;
		lastName?: string;
		isAdmin?: boolean;
		isVerified?: boolean;
	} = {},
): Promise<TestUser> {
	count += 1;
	const account = {
		email: options.email ?? `user-${count}-${newId().slice(-6)}@example.org`,
		firstName: options.firstName ?? 'Ada',
		lastName: options.lastName ?? 'Lovelace',
		isAdmin: options.isAdmin ?? false,
		isVerified: options.isVerified ?? true,
	};
	const now = services.clock.now();
	const made = options.password
		? await createUser(services, { ...account, password: options.password })
		: await services.database.transaction((tx) => insertAccount(tx, { ...account, passwordHash: null }, now));
	if (!made) throw new Error(`There is a user ${account.email} already.`);
	const { token } = await beginSession(
		services.database.db,
		{ userId: made.userId, isRemembered: false, userAgent: 'test', hasSecondFactor: account.isAdmin },
		now,
	);
	return { ...made, email: account.email, token };
}

/** Another member of an organisation, with a session. */
export async function makeMember(
	services: Services,
	organisationId: string,
	role: OrganisationRole,
	eventIds: string[] | null = null,
): Promise<TestUser> {
	const user = await makeUser(services);
	await services.database.db
		.insert(memberships)
		.values({ organisationId, userId: user.userId, role, eventIds });
	return { ...user, organisationId };
}

/** The secret of the newest link of a purpose, as its mail would carry it. */
export async function newestMailToken(
	services: Services,
	purpose: MailTokenPurpose,
	email?: string,
): Promise<string | null> {
	const [row] = await services.database.db
		.select({ id: mailTokens.id })
		.from(mailTokens)
		.where(
			and(eq(mailTokens.purpose, purpose), email === undefined ? undefined : eq(mailTokens.email, email)),
		)
		.orderBy(desc(mailTokens.createdAt), desc(mailTokens.id))
		.limit(1);
	return row ? deriveMailToken(services.secret, row.id) : null;
}
