import { sql } from 'drizzle-orm';
import type { EventScope } from '#server/domain/event-scope.ts';
import { admitTogether } from '../domain/check-in/scan/admit-scans.ts';
import { createStaffLink } from '../domain/staff/commands/make-staff-link.ts';
import type { Services } from '../services.ts';

/** Scans that are decided together: what one statement of the door takes. */
const scansAtOnce = 64;

/**
 * Lets the first guests of an event in, spread around its start. Where it is on, they come by a staff link, on two phones.
 * @param linkLabel without one nobody works at the door any more
 */
export async function letGuestsIn(
	services: Services,
	scope: EventScope,
	{ count, linkLabel, userId }: { count: number; linkLabel: string | undefined; userId: string },
): Promise<void> {
	if (count === 0) return;
	const link =
		linkLabel === undefined
			? null
			: await createStaffLink(services, {
					...scope,
					maker: { userId, rights: { role: 'owner', isLimited: false } },
					input: { label: linkLabel },
				});
	const { rows } = await services.database.pool.query<{ id: string }>(
		`SELECT id FROM attendees WHERE organisation_id = $1 AND event_id = $2 AND status = 'active' ORDER BY ticket_code LIMIT $3`,
		[scope.organisationId, scope.eventId, count],
	);
	const scannedAt = services.clock.now().toISOString();
	for (let from = 0; from < rows.length; from += scansAtOnce)
		await Promise.all(
			rows.slice(from, from + scansAtOnce).map(({ id }, index) =>
				admitTogether(services, {
					...{ ...scope, listId: scope.eventId, guest: { attendeeId: id }, scannedAt },
					...{ staffLinkId: link?.row.id ?? null, userId: null, gateId: null, deviceId: null },
					device: index % 3 === 0 ? 'Side entrance' : 'Main entrance',
					nonce: `made-${id}`,
				}),
			),
		);
	// Within two hours around the start and before now, so that arrivals have a shape.
	await services.database.transaction(async (tx) => {
		await tx.execute(sql`
			UPDATE check_ins c SET occurred_at = arrived.at, scanned_at = arrived.at FROM (
				SELECT i.id, e.starts_at - interval '40 minutes' + (least(now(), e.starts_at + interval '80 minutes') - e.starts_at + interval '40 minutes')
					* power(row_number() OVER (ORDER BY i.sequence) / count(*) OVER ()::float8, 1.4) AS at
				FROM check_ins i JOIN events e ON e.organisation_id = i.organisation_id AND e.id = i.event_id
				WHERE i.organisation_id = ${scope.organisationId} AND i.event_id = ${scope.eventId}
			) AS arrived WHERE arrived.id = c.id AND c.organisation_id = ${scope.organisationId} AND c.event_id = ${scope.eventId}`);
		if (link)
			await tx.execute(sql`
				UPDATE staff_links SET last_used_at = now() WHERE organisation_id = ${scope.organisationId} AND id = ${link.row.id}`);
	});
}
