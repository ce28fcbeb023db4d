import { and, eq } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { doorSaleSettings } from '#server/db/tables/door-sales.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { DoorSaleSettings } from '#shared/contracts/door-sales.ts';
import { doorWays } from '#shared/rules/door-sales.ts';

/** How an event sells at the door. */
export async function readSettings(db: DbOrTx, scope: EventScope): Promise<DoorSaleSettings> {
	const [row] = await db
		.select()
		.from(doorSaleSettings)
		.where(
			and(
				eq(doorSaleSettings.organisationId, scope.organisationId),
				eq(doorSaleSettings.eventId, scope.eventId),
			),
		);
	return {
		ticketTypeIds: row?.ticketTypeIds ?? null,
		ways: row?.ways ?? [...doorWays],
		allotmentSize: row?.allotmentSize ?? 0,
	};
}
