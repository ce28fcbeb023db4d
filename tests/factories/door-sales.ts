import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { DoorCaller } from '#server/domain/check-in/door-caller.ts';
import { findStaff } from '#server/domain/staff/find-staff.ts';
import type { Services } from '#server/services.ts';
import type { CashDrawer, DoorAllotment, DoorSale, DoorShop } from '#shared/contracts/door-sales.ts';
import type { TestUser } from '#tests/factories/accounts.ts';
import { makePricedEvent, type PricedEvent } from '#tests/factories/money.ts';
import type { ApiAnswer, TestApi } from '#tests/support/api.ts';

/** A device behind a staff link that may sell. */
export interface SellingDoor {
	event: PricedEvent;
	/** Of the staff link. */
	token: string;
	linkId: string;
	device: { id: string; name: string };
}

/** A staff link of an event that may sell, with a device of its own. */
export async function makeSellingDoor(
	api: TestApi,
	event: PricedEvent,
	link: Record<string, unknown> = {},
): Promise<SellingDoor> {
	const made = await api.post(
		`/api/events/${event.id}/staff-links`,
		{ label: 'Box office', abilities: ['scan', 'manual_check_in', 'search', 'sell_at_door'], ...link },
		{ token: event.owner.token },
	);
	if (made.status !== 201) throw new Error(JSON.stringify(made.body));
	const id = `device-${randomUUID()}`;
	return { event, token: made.body.token, linkId: made.body.id, device: { id, name: 'Till 1' } };
}

/** A published event with tickets at a price, and a door that sells them. */
export async function makeDoorSale(
	services: Services,
	api: TestApi,
	owner: TestUser,
	type: Record<string, unknown> = {},
): Promise<SellingDoor> {
	return makeSellingDoor(api, await makePricedEvent(services, api, owner, type));
}

/** The same link on another device. */
export const otherDevice = (door: SellingDoor): SellingDoor => ({
	...door,
	device: { id: `device-${randomUUID()}`, name: 'Till 2' },
});

/** Calls of a device that sells. */
export const doorCalls = (api: TestApi, door: SellingDoor) => ({
	shop: () =>
		api.get(`/api/staff-access/sell/${door.token}`, { query: { deviceId: door.device.id } }) as Promise<
			ApiAnswer & { body: DoorShop }
		>,
	/** One ticket in cash, unless `body` says otherwise. */
	sell: (body: Record<string, unknown> = {}) =>
		api.post(`/api/staff-access/sell/${door.token}`, {
			items: [{ ticketTypeId: door.event.ticketTypeId, quantity: 1 }],
			...{ way: 'cash', nonce: newNonce(), device: door.device, ...body },
		}) as Promise<ApiAnswer & { body: DoorSale }>,
	findUnpaid: (q: string) => api.get(`/api/staff-access/unpaid/${door.token}`, { query: { q } }),
	takePayment: (body: Record<string, unknown>) =>
		api.post(`/api/staff-access/payments/${door.token}`, {
			...{ way: 'cash', nonce: newNonce(), device: door.device, ...body },
		}) as Promise<ApiAnswer & { body: DoorSale }>,
	look: (saleId: string) => api.get(`/api/staff-access/sales/${door.token}/${saleId}`),
	cancel: (saleId: string) => api.delete(`/api/staff-access/sales/${door.token}/${saleId}`),
	count: (action: 'open' | 'close', countedMinor: number) =>
		api.post(`/api/staff-access/cash/${door.token}`, {
			...{ action, countedMinor, name: 'Ada', device: door.device },
		}) as Promise<ApiAnswer & { body: CashDrawer }>,
	topUp: (unsent: { ticketTypeId: string; quantity: number }[] = []) =>
		api.post(`/api/staff-access/allotments/${door.token}`, { device: door.device, unsent }) as Promise<
			ApiAnswer & { body: DoorAllotment }
		>,
});

export const newNonce = () => `sale-${randomUUID()}`;

/** Opens the drawer of a device. @returns its id */
export async function openDrawer(api: TestApi, door: SellingDoor, countedMinor = 10_000): Promise<string> {
	const opened = await doorCalls(api, door).count('open', countedMinor);
	expect(opened.status).toBe(200);
	return opened.body.id;
}

/** A door as the server sees it, for tests that call its functions. */
export async function callerOf(services: Services, door: SellingDoor): Promise<DoorCaller> {
	const staff = await findStaff(services, door.token, { isOpenAfterEnd: true });
	if (!staff) throw new Error('the staff link is not open');
	return { ...staff, userId: null };
}

/** The event was over a second ago. */
export async function endEvent({ database }: Services, { event }: SellingDoor): Promise<void> {
	await database.pool.query(
		`UPDATE events SET starts_at = now() - interval '3 hours', ends_at = now() - interval '1 second',
			starts_on = ((now() - interval '3 hours') AT TIME ZONE time_zone)::date,
			ends_on = ((now() - interval '1 second') AT TIME ZONE time_zone)::date
		WHERE id = $1`,
		[event.id],
	);
}

/** Sets how an event sells at the door, and how many tickets devices get. */
export async function setDoorSale(
	{ database }: Services,
	{ event }: SellingDoor,
	{ allotmentSize = 0, ways = ['cash', 'card', 'transfer'], ticketTypeIds = null as string[] | null } = {},
): Promise<void> {
	await database.pool.query(
		`INSERT INTO door_sale_settings (organisation_id, event_id, ticket_type_ids, ways, allotment_size) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (organisation_id, event_id) DO UPDATE SET ticket_type_ids = excluded.ticket_type_ids, ways = excluded.ways,
			allotment_size = excluded.allotment_size`,
		[event.organisationId, event.id, ticketTypeIds, ways, allotmentSize],
	);
}
