import { eq, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { memberships, organisations, users } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { fieldError, notFound } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { emailKey } from '../email-identity.ts';
import { insertOrganisation } from '../insert-account.ts';

export interface ProvidedOrganisation {
	id: string;
	name: string;
	slug: string;
	/** True when there was none of that name. */
	isNew: boolean;
	hasMembers: boolean;
}

/**
 * The organisation that the operator names, by its slug or its name in any case; made when there is none.
 * @param input.ownerEmail an account that becomes an owner of it, if it is not yet
 * @throws not-found for an address without account; a field error when several organisations bear the name
 */
export async function provideOrganisation(
	services: Services,
	input: { name: string; ownerEmail?: string | undefined },
): Promise<ProvidedOrganisation> {
	const name = input.name.trim();
	if (name === '' || name.length > 200) {
		throw fieldError('organisation', message`Organisation names can have up to 200 characters.`);
	}
	return services.database.transaction(async (tx) => {
		const found = await tx
			.select({ id: organisations.id })
			.from(organisations)
			.where(or(eq(organisations.slug, name), sql`lower(${organisations.name}) = lower(${name})`))
			.limit(2);
		if (found.length > 1) {
			throw fieldError(
				'organisation',
				message`Several organisations are called “${name}”. Use the slug instead.`,
			);
		}
		const id = found[0]?.id ?? (await insertOrganisation(tx, name, false));
		if (input.ownerEmail !== undefined) await addOwner(tx, id, input.ownerEmail);
		const [row] = await tx
			.select({
				id: organisations.id,
				name: organisations.name,
				slug: organisations.slug,
				hasMembers: sql<boolean>`EXISTS (SELECT FROM ${memberships} WHERE ${memberships.organisationId} = ${organisations.id})`,
			})
			.from(organisations)
			.where(eq(organisations.id, id));
		if (!row) throw notFound('Organisation');
		return { ...row, isNew: found.length === 0 };
	});
}

async function addOwner(tx: Tx, organisationId: string, email: string): Promise<void> {
	const [user] = await tx
		.select({ id: users.id })
		.from(users)
		.where(eq(users.emailKey, emailKey(email)));
	if (!user) throw notFound('User');
	await tx
		.insert(memberships)
		.values({ organisationId, userId: user.id, role: 'owner' })
		.onConflictDoNothing();
}
