import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { createPoolMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import type { Gate } from '#shared/contracts/door-lists.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

/** The gates of an event in the order they were made, without deleted ones. */
export async function listGates(
	db: DbOrTx,
	scope: { organisationId: string; eventId: string },
): Promise<Gate[]> {
	const { rows } = await db.execute<{ id: string; name: string }>(sql`
		SELECT id, name FROM gates
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND deleted_at IS NULL
		ORDER BY created_at, id`);
	return rows;
}

/** The event of each gate that was requested; gates do not move. */
const eventsOfGates = createPoolMemo(() => new Map<string, string>());

/** The events of gates by their ids, deleted ones among them. */
async function readEventsOfGates(
	services: Services,
	organisationId: string,
	ids: readonly string[],
): Promise<Map<string, string>> {
	const { pool } = services.database;
	const cached = eventsOfGates(services);
	const unknown = ids.filter((id) => !cached.has(id));
	if (unknown.length === 0) return cached;
	if (cached.size > 10_000) cached.clear();
	const { rows } = await pool.query<{ id: string; event_id: string }>(
		'SELECT id, event_id FROM gates WHERE organisation_id = $2 AND id = ANY ($1::uuid[])',
		[unknown, organisationId],
	);
	for (const row of rows) cached.set(row.id, row.event_id);
	return cached;
}

/**
 * Refuses a gate that the event never had. One that was deleted is accepted, since a device may not know it yet.
 * @throws fieldError
 */
export async function requireOwnGate(
	services: Services,
	scope: { organisationId: string; eventId: string },
	gateId: string | null | undefined,
): Promise<void> {
	if (!gateId) return;
	const eventId = (await readEventsOfGates(services, scope.organisationId, [gateId])).get(gateId);
	if (eventId !== scope.eventId) throw fieldError('gateId', message`Choose a gate of this event.`);
}

/** Those of the gates that belong to the event. A scan is stored whichever gate it states. */
export async function findOwnGates(
	services: Services,
	scope: { organisationId: string; eventId: string },
	gateIds: readonly (string | null | undefined)[],
): Promise<(gateId: string | null | undefined) => string | null | undefined> {
	const ids = [...new Set(gateIds.filter((id) => typeof id === 'string'))];
	const events =
		ids.length === 0
			? new Map<string, string>()
			: await readEventsOfGates(services, scope.organisationId, ids);
	return (gateId) => (gateId && events.get(gateId) !== scope.eventId ? null : gateId);
}
