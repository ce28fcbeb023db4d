import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { connections } from '#server/db/tables/integrations.ts';

/** Removes the connections of an organisation that are limited to selected events, for when those events are deleted together. */
export async function removeLimitedConnections(tx: Tx, organisationId: string): Promise<void> {
	await tx
		.delete(connections)
		.where(and(eq(connections.organisationId, organisationId), isNotNull(connections.eventIds)));
}
