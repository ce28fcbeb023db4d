import { doorSaleSettings } from '#server/db/tables/door-sales.ts';
import { isOfEvent } from '#server/domain/event-scope.ts';
import type { EventPart } from '#server/domain/events/plan/event-part.ts';
import { readTicketTypes, readTypesOfMany } from '#server/domain/tickets/type-rows.ts';
import type { Services } from '#server/services.ts';

/** How an event sells at the door: copied with it, with the ticket types of the copy in place of its own. Templates do not hold it. */
export const doorSalesPart: EventPart<Services> = {
	name: 'door-sales',
	capture: async () => ({}),
	apply: async () => {},
	async copy(tx, from, to) {
		const [row] = await tx.select().from(doorSaleSettings).where(isOfEvent(doorSaleSettings, from));
		if (!row || to.length === 0) return;
		const { organisationId, ways, allotmentSize } = row;
		// A copy has the same types, in the same order.
		const before = await readTicketTypes(tx, from);
		const after = Map.groupBy(await readTypesOfMany(tx, organisationId, to), ({ type }) => type.eventId);
		await tx.insert(doorSaleSettings).values(
			to.map((eventId) => {
				const ids = new Map(before.map(({ type }, place) => [type.id, after.get(eventId)?.[place]?.type.id]));
				const ticketTypeIds = row.ticketTypeIds?.flatMap((id) => ids.get(id) ?? []) ?? null;
				return { organisationId, eventId, ways, allotmentSize, ticketTypeIds };
			}),
		);
	},
};
