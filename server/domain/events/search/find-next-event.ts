import type { Services } from '#server/services.ts';
import { type OrganisationCardRow, organisationCards } from './list-organisation-events.ts';

const isReached = `organisation_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2::uuid[]))`;

// Each of the two reads one row of an index; the event is read whole once it is known.
const findNext = {
	name: 'events.find-next',
	text: `${organisationCards()}
WHERE e.organisation_id = $1 AND e.id = coalesce(
	(SELECT id FROM events WHERE ${isReached} AND NOT is_over AND status IN ('published', 'postponed') AND ends_at >= $3
		ORDER BY starts_at, id LIMIT 1),
	(SELECT id FROM events WHERE ${isReached} AND status = 'draft' ORDER BY starts_at, id LIMIT 1))`,
};

/** The event of an organisation that is on or comes next and was not called off, else its first draft. */
export async function findNextEvent(
	services: Services,
	scope: { organisationId: string; eventIds: string[] | null },
): Promise<OrganisationCardRow | null> {
	const { rows } = await services.database.pool.query<OrganisationCardRow>({
		...findNext,
		values: [scope.organisationId, scope.eventIds, services.clock.now()],
	});
	return rows[0] ?? null;
}
