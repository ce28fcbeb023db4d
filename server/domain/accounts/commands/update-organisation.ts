import { eq } from 'drizzle-orm';
import { notFound } from '#shared/errors/app-error.ts';
import { organisations } from '../../../db/tables/accounts.ts';
import type { Services } from '../../../services.ts';

/** Renames an organisation. Its slug stays, so that links to it go on working. */
export async function updateOrganisation(
	services: Services,
	input: { organisationId: string; name: string },
): Promise<{ id: string; name: string; slug: string }> {
	return services.database.transaction(async (tx) => {
		const [row] = await tx
			.update(organisations)
			.set({ name: input.name, updatedAt: services.clock.now() })
			.where(eq(organisations.id, input.organisationId))
			.returning({ id: organisations.id, name: organisations.name, slug: organisations.slug });
		if (!row) throw notFound('Organisation');
		await services.facts.announce(
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
	});
}
