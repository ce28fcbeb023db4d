import { randomBytes } from 'node:crypto';
import anyAscii from 'any-ascii';
import type { Tx } from '#server/db/client.ts';
import { memberships, organisations, users } from '#server/db/tables/accounts.ts';
import { newId } from '#shared/lib/ids.ts';
import { organiserNameFromEmail } from '#shared/rules/organiser-name.ts';
import { emailKey, normaliseEmail } from './email-identity.ts';

/** A slug for an organisation's name: transliterated from any script, small letters, digits and hyphens, 3 to 60 long. */
function organisationSlug(name: string): string {
	const slug = anyAscii(name.normalize('NFKC'))
		.toLowerCase()
		.replaceAll(/['’`]/g, '')
		.replaceAll(/[^a-z0-9]+/g, '-')
		.slice(0, 60)
		.replaceAll(/^-+|-+$/g, '');
	return slug.length < 3 ? `organisation${slug && '-'}${slug}` : slug;
}

/** The slug with a random end, for a name that others had before. */
function withRandomEnd(slug: string): string {
	return `${slug.slice(0, 52)}-${randomBytes(4).toString('hex').slice(0, 6)}`;
}

export interface NewAccount {
	email: string;
	/** Null: no password fits, until one is set by a reset. */
	passwordHash: string | null;
	firstName: string;
	lastName: string;
	/** Without one the organisation has the person's name, and without that one made of the email. */
	organisationName?: string | undefined;
	isAdmin?: boolean;
	isVerified?: boolean;
	isDemo?: boolean;
}

const slugTries = 5;

/**
 * Writes a user with an organisation of their own, as its owner.
 * @returns null when the address has an account already; nothing is changed then
 */
export async function insertAccount(
	tx: Tx,
	account: NewAccount,
	now: Date,
): Promise<{ userId: string; organisationId: string } | null> {
	const userId = newId();
	const email = normaliseEmail(account.email);
	const isDemo = account.isDemo ?? false;
	const [user] = await tx
		.insert(users)
		.values({
			id: userId,
			email,
			emailKey: emailKey(email),
			emailVerifiedAt: account.isVerified ? now : null,
			passwordHash: account.passwordHash,
			firstName: account.firstName,
			lastName: account.lastName,
			isAdmin: account.isAdmin ?? false,
			isDemo,
		})
		.onConflictDoNothing({ target: users.emailKey })
		.returning({ id: users.id });
	if (!user) return null;

	const person = `${account.firstName} ${account.lastName}`.trim();
	const name = account.organisationName?.trim() || person || organiserNameFromEmail(email) || email;
	const organisationId = await insertOrganisation(tx, name, isDemo);
	await tx.insert(memberships).values({ organisationId, userId, role: 'owner' });
	return { userId, organisationId };
}

/** Writes an organisation under a slug made of its name, with a random end where others had it before. */
export async function insertOrganisation(tx: Tx, name: string, isDemo: boolean): Promise<string> {
	const plain = organisationSlug(name);
	for (let attempt = 0; attempt < slugTries; attempt++) {
		const [row] = await tx
			.insert(organisations)
			.values({ id: newId(), name, slug: attempt === 0 ? plain : withRandomEnd(plain), isDemo })
			.onConflictDoNothing({ target: organisations.slug })
			.returning({ id: organisations.id });
		if (row) return row.id;
	}
	throw new Error(`No free slug was found for an organisation after ${slugTries} tries.`);
}
