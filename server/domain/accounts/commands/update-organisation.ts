import { eq } from 'drizzle-orm';
import { notFound } from '#shared/errors/app-error.ts';
import { organisations } from '../../../db/tables/accounts.ts';
import type { Services } from '../../../services.ts';

/** Renames an organisation. Its slug stays, so that links to it go on working. */
export async function updateOrganisation(
	services: Services,
	input: { organisationId: string; name: string },
): Promise<{ id: string; name: string; slug: string }> {
	const [row] = await services.database.db
		.update(organisations)
		.set({ name: input.name, updatedAt: services.clock.now() })
		.where(eq(organisations.id, input.organisationId))
		.returning({ id: organisations.id, name: organisations.name, slug: organisations.slug });
	if (!row) throw notFound('Organisation');
	return row;
}
