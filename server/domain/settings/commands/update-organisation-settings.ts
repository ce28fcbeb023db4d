import { sql } from 'drizzle-orm';
import { organisationSettings } from '#server/db/tables/settings.ts';
import { renameOrganisation } from '#server/domain/accounts/commands/update-organisation.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
	updateOrganisationSettings as contract,
	OrganisationSettings,
} from '#shared/contracts/settings.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { getOrganisationSettings } from '../queries.ts';

/**
 * Changes some of the settings of the version that was read; the name lies with the organisation itself.
 * @throws a version conflict
 */
export async function updateOrganisationSettings(
	services: Services,
	how: { organisationId: string; ifMatch: number | undefined; changes: BodyOf<typeof contract> },
): Promise<OrganisationSettings> {
	const { organisationId, ifMatch } = how;
	const { name, ...said } = how.changes;
	const now = services.clock.now();
	return services.database.transaction(async (tx) => {
		// The row is made first, so that there is one to hold: of two first saves at once, the second is a conflict.
		const made = await tx
			.insert(organisationSettings)
			.values({ organisationId, ...said, updatedAt: now })
			.onConflictDoNothing()
			.returning({ version: organisationSettings.version });
		if (made.length === 0) {
			const [row] = await tx
				.select({ version: organisationSettings.version })
				.from(organisationSettings)
				.where(sql`${organisationSettings.organisationId} = ${organisationId}`)
				.for('update');
			const version = row?.version ?? 0;
			if (ifMatch !== undefined && ifMatch !== version) throw versionConflict(version);
			await tx
				.update(organisationSettings)
				.set({ ...said, version: version + 1, updatedAt: now })
				.where(sql`${organisationSettings.organisationId} = ${organisationId}`);
		} else if (ifMatch !== undefined && ifMatch !== 0) throw versionConflict(0);
		const fact = {
			name: 'settings.organisation-changed' as const,
			organisationId,
			eventId: null,
			payload: {},
		};
		await services.facts.publish(tx, fact, services);
		if (name !== undefined) await renameOrganisation(tx, services, { organisationId, name });
		return getOrganisationSettings(tx, organisationId);
	});
}
