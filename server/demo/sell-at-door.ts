import type { EventScope } from '#server/domain/event-scope.ts';
import { newId } from '#shared/lib/ids.ts';
import { memberCaller } from '../domain/check-in/door-caller.ts';
import { countCash } from '../domain/door-sales/drawers.ts';
import { sellAtDoor } from '../domain/door-sales/sell.ts';
import { sellerOf } from '../domain/door-sales/seller.ts';
import { writeSettings } from '../domain/door-sales/settings.ts';
import type { Services } from '../services.ts';

/** What a device sold for cash: how many tickets each time, and what was given for them. */
interface DemoTill {
	device: string;
	by: string;
	openedMinor: number;
	sales: { quantity: number; given: number }[];
	/** What was counted at the end; without it the drawer is open. */
	closed?: { countedMinor: number; note: string };
}

/** What an event sells at the door. */
export interface DemoDoorSales {
	/** The ticket type, by its name. */
	ticket: string;
	tills: DemoTill[];
}

/** Sells tickets at the door of an event that is on, for cash, as its owner. Nobody is sent a mail: its guests gave no address. */
export async function sellAtTheDoor(
	services: Services,
	scope: EventScope,
	{ ticket, tills }: DemoDoorSales,
	owner: { userId: string; email: string },
): Promise<void> {
	const { rows } = await services.database.pool.query<{ id: string }>(
		'SELECT id FROM ticket_types WHERE organisation_id = $1 AND event_id = $2 AND name = $3',
		[scope.organisationId, scope.eventId, ticket],
	);
	const ticketTypeId = rows[0]?.id;
	if (!ticketTypeId) throw new Error(`There is no ticket type called ${ticket}.`);
	await writeSettings(services, scope, {
		ticketTypeIds: [ticketTypeId],
		ways: ['cash', 'card'],
		allotmentSize: 0,
	});
	const door = await memberCaller(services, scope, {
		...owner,
		rights: { role: 'owner', isLimited: false },
	});
	for (const { device: name, by, openedMinor, sales, closed } of tills) {
		const device = { id: newId(), name };
		const seller = sellerOf(door, device);
		await countCash(services, seller, { action: 'open', countedMinor: openedMinor, name: by, note: '' });
		for (const { quantity, given } of sales)
			await sellAtDoor(services, door, {
				...{ items: [{ ticketTypeId, quantity }], way: 'cash', given, nonce: newId(), name: '', device },
			});
		if (closed) await countCash(services, seller, { action: 'close', name: by, ...closed });
	}
}
