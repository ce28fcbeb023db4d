import { plainArray } from '#server/db/statement.ts';
import { createDatabaseBatcher } from '#server/platform/concurrency/request-batcher.ts';
import type { Services } from '#server/services.ts';
import { type ManageClaim, readManageToken } from './manage-token.ts';

/** The order behind a signed link: the signature, then the version, which a changed address raises. */
export async function findOrderByToken(
	services: Services,
	token: string,
): Promise<{ orderId: string; organisationId: string; eventId: string } | null> {
	const claim = readManageToken(services.secret, token);
	return claim && findClaimed(services, claim);
}

const claimed = {
	name: 'orders.by-token',
	text: `
SELECT w.place, o.organisation_id FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::int[]) AS w(place, event_id, id, version)
JOIN names n ON n.kind = 'event' AND n.name = w.event_id::text
JOIN orders o ON o.organisation_id = n.organisation_id AND o.event_id = w.event_id AND o.id = w.id AND o.manage_version = w.version`,
};

const findClaimed = createDatabaseBatcher(500, async (services: Services, claims: ManageClaim[]) => {
	const { rows } = await services.database.pool.query<{ place: number; organisation_id: string }>({
		...claimed,
		values: [
			plainArray(claims.map((_, index) => index)),
			plainArray(claims.map((claim) => claim.eventId)),
			plainArray(claims.map((claim) => claim.orderId)),
			plainArray(claims.map((claim) => claim.version)),
		],
	});
	const found = new Map(rows.map((row) => [row.place, row.organisation_id]));
	return claims.map(({ eventId, orderId }, index) => {
		const organisationId = found.get(index);
		return organisationId === undefined ? null : { orderId, eventId, organisationId };
	});
});
