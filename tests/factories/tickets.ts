import { randomBytes } from 'node:crypto';
import type { Database } from '#server/db/client.ts';
import { memberships, organisations, users } from '#server/db/tables/accounts.ts';
import { events } from '#server/db/tables/events.ts';
import { capacityPools, ticketTypes } from '#server/db/tables/tickets.ts';
import { wholeTimes } from '#server/domain/events/event-times.ts';
import type { PlaceOrderInput } from '#server/domain/orders/commands/place-order.ts';
import { newId } from '#shared/lib/ids.ts';

type EventValues = Partial<typeof events.$inferInsert>;
type TypeValues = Partial<typeof ticketTypes.$inferInsert> & {
	size?: number | null;
	isPoolClosed?: boolean;
};

export interface SellingEvent {
	organisationId: string;
	eventId: string;
	ticketTypeId: string;
	poolId: string;
}

/** An organisation of its own, with an owner. */
export async function insertOrganisation(database: Database): Promise<string> {
	const id = newId();
	const email = `owner-${id}@example.org`;
	await database.db.insert(organisations).values({ id, name: 'Harbour Concerts', slug: `harbour-${id}` });
	await database.db.insert(users).values({ id, email, emailKey: email });
	await database.db.insert(memberships).values({ organisationId: id, userId: id, role: 'owner' });
	return id;
}

/** A published event a month ahead, without ticket types. */
export async function insertEvent(
	database: Database,
	values: EventValues = {},
): Promise<{ organisationId: string; eventId: string }> {
	const organisationId = values.organisationId ?? (await insertOrganisation(database));
	const eventId = values.id ?? newId();
	const startsAt = values.startsAt ?? new Date(Date.now() + 30 * 86_400_000);
	const endsAt = values.endsAt ?? new Date(startsAt.getTime() + 2 * 3_600_000);
	const timeZone = values.timeZone ?? 'Europe/Berlin';
	await database.db.insert(events).values({
		title: 'Night of the Harbour',
		organiserName: 'Harbour Concerts',
		status: 'published',
		publishedAt: new Date(),
		...values,
		...wholeTimes({ timeZone, isAllDay: false, startsAt, endsAt }),
		id: eventId,
		organisationId,
		slug: values.slug ?? `night-${eventId}`,
		code: values.code ?? randomBytes(6).toString('hex').toUpperCase(),
	});
	return { organisationId, eventId };
}

/** A free ticket type with a pool of its own. */
export async function insertTicketType(
	database: Database,
	event: { organisationId: string; eventId: string },
	{ size = null, isPoolClosed = false, ...values }: TypeValues = {},
): Promise<{ ticketTypeId: string; poolId: string }> {
	const poolId = newId();
	const ticketTypeId = values.id ?? newId();
	await database.db.insert(capacityPools).values({ id: poolId, ...event, size, isClosed: isPoolClosed });
	await database.db.insert(ticketTypes).values({
		name: 'Standard',
		kind: 'free',
		currency: 'EUR',
		...values,
		id: ticketTypeId,
		poolId,
		...event,
	});
	return { ticketTypeId, poolId };
}

/** Places that several ticket types share. */
export async function insertSharedPool(
	database: Database,
	event: { organisationId: string; eventId: string },
	size: number | null,
): Promise<string> {
	const id = newId();
	await database.db.insert(capacityPools).values({ id, ...event, name: 'Hall', isShared: true, size });
	return id;
}

/** A published event that gives away `size` free tickets. */
export async function insertSellingEvent(
	database: Database,
	size: number | null = null,
	values: { event?: EventValues; type?: TypeValues } = {},
): Promise<SellingEvent> {
	const event = await insertEvent(database, values.event);
	return { ...event, ...(await insertTicketType(database, event, { size, ...values.type })) };
}

/** What `placeOrder` takes for tickets of an event, bought by Ada Lovelace. */
export const orderInput = (
	{ organisationId, eventId, ticketTypeId }: SellingEvent,
	quantity = 1,
	more: Partial<PlaceOrderInput> = {},
): PlaceOrderInput => ({
	organisationId,
	eventId,
	buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
	items: [{ ticketTypeId, quantity }],
	...more,
});
