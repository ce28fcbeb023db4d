import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { doorSaleSettings } from '#server/db/tables/door-sales.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import type { DoorSaleSettings } from '#shared/contracts/organiser-door-sales.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { doorWays } from '#shared/rules/door-sales.ts';

/** How an event sells at the door. */
export async function readSettings(db: DbOrTx, scope: EventScope): Promise<DoorSaleSettings> {
	const [row] = await db.select().from(doorSaleSettings).where(isOfEvent(doorSaleSettings, scope));
	return {
		ticketTypeIds: row?.ticketTypeIds ?? null,
		ways: row?.ways ?? [...doorWays],
		allotmentSize: row?.allotmentSize ?? 0,
	};
}

/** Sets how an event sells at the door. @throws VALIDATION_FAILED for a ticket type of another event */
export async function writeSettings(
	services: Services,
	{ organisationId, eventId }: EventScope,
	input: DoorSaleSettings,
): Promise<DoorSaleSettings> {
	const scope = { organisationId, eventId };
	const ticketTypeIds = input.ticketTypeIds && [...new Set(input.ticketTypeIds)];
	const values = {
		ticketTypeIds,
		ways: doorWays.filter((way) => input.ways.includes(way)),
		allotmentSize: input.allotmentSize,
	};
	return services.database.transaction(async (tx) => {
		if (ticketTypeIds) {
			const { rows } = await tx.execute<{ known: number }>(sql`
				SELECT count(*)::int AS known FROM ticket_types WHERE organisation_id = ${organisationId} AND event_id = ${eventId}
					AND id = ANY(${plainArray(ticketTypeIds)}::uuid[])`);
			if (rows[0]?.known !== ticketTypeIds.length)
				throw fieldError(
					'ticketTypeIds',
					message`One of these ticket types does not exist any more. Reload this page and choose again.`,
				);
		}
		await tx
			.insert(doorSaleSettings)
			.values({ ...scope, ...values })
			.onConflictDoUpdate({
				target: [doorSaleSettings.organisationId, doorSaleSettings.eventId],
				set: { ...values, updatedAt: sql`now()` },
			});
		return values;
	});
}
