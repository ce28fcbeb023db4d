import { eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { organisations } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { findSandbox, refuseInSandbox, sandboxName } from '../sandbox.ts';

interface Renaming {
	organisationId: string;
	name: string;
}

/**
 * Renames an organisation, and its sandbox with it. Its slug stays, so that links to it go on working.
 * @throws `not-in-sandbox`
 */
export function updateOrganisation(
	services: Services,
	input: Renaming,
): Promise<{ id: string; name: string; slug: string }> {
	return services.database.transaction(async (tx) => {
		await refuseInSandbox(tx, input.organisationId);
		const sandbox = await findSandbox(tx, input.organisationId);
		if (sandbox)
			await renameOrganisation(tx, services, { organisationId: sandbox.id, name: sandboxName(input.name) });
		return renameOrganisation(tx, services, input);
	});
}

/** The same, inside a transaction of the caller's. */
export async function renameOrganisation(
	tx: Tx,
	services: Services,
	input: Renaming,
): Promise<{ id: string; name: string; slug: string }> {
	const [row] = await tx
		.update(organisations)
		.set({ name: input.name, updatedAt: services.clock.now() })
		.where(eq(organisations.id, input.organisationId))
		.returning({ id: organisations.id, name: organisations.name, slug: organisations.slug });
	if (!row) throw notFound('Organisation');
	await services.facts.publish(
		tx,
		{
			name: 'accounts.organisation-renamed',
			organisationId: row.id,
			eventId: null,
			payload: { organisationId: row.id, name: row.name },
		},
		services,
	);
	return row;
}
