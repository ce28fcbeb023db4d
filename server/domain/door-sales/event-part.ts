import { and, eq } from 'drizzle-orm';
import { doorSaleSettings } from '#server/db/tables/door-sales.ts';
import type { EventPart } from '#server/domain/events/plan/event-part.ts';
import { readTicketTypes } from '#server/domain/tickets/type-rows.ts';
import type { Services } from '#server/services.ts';

/** How an event sells at the door: copied with it, with the ticket types of the copy in place of its own. Templates do not hold it. */
export const doorSalesPart: EventPart<Services> = {
	name: 'door-sales',
	capture: async () => ({}),
	apply: async () => {},
	async copy(tx, from, to) {
		const [row] = await tx
			.select()
			.from(doorSaleSettings)
			.where(
				and(
					eq(doorSaleSettings.organisationId, from.organisationId),
					eq(doorSaleSettings.eventId, from.eventId),
				),
			);
		if (!row) return;
		// The copy has the same types, in the same order.
		const [before, after] = [await readTicketTypes(tx, from), await readTicketTypes(tx, to)];
		const ids = new Map(before.map(({ type }, place) => [type.id, after[place]?.type.id]));
		const { ways, allotmentSize } = row;
		const ticketTypeIds = row.ticketTypeIds?.flatMap((id) => ids.get(id) ?? []) ?? null;
		await tx
			.insert(doorSaleSettings)
			.values({ organisationId: to.organisationId, eventId: to.eventId, ways, allotmentSize, ticketTypeIds });
	},
};
