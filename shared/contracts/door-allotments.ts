import { z } from '../lib/z.ts';
import { staffParams } from './check-in.ts';
import { noContent, page, paging, uuid } from './common.ts';
import { allotment, memberSells, ruled, sellingDevice, staffSells } from './door-sales.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

const topUp = {
	method: 'POST',
	limit: 'scan',
	movesPlaces: true,
	body: z.object({
		device: sellingDevice,
		/** Tickets that this device has sold without a network and not sent yet: they are still reserved, and nothing is added for them. */
		unsent: z
			.array(z.object({ ticketTypeId: uuid(), quantity: z.int().min(0).max(100_000) }))
			.max(200)
			.default([]),
	}),
	output: allotment.nullable(),
	errors: ruled,
} as const;

export const topUpAsStaff = endpoint({
	...topUp,
	id: 'doorSales.topUpAsStaff',
	path: '/api/staff-access/allotments/{token}',
	summary: 'Reserve tickets for this device to sell offline, up to the limit set by the organiser.',
	access: staffSells,
	params: staffParams,
});

export const topUpAsMember = endpoint({
	...topUp,
	id: 'doorSales.topUpAsMember',
	path: '/api/events/{event}/door-sales/allotments',
	summary: 'Reserve tickets for a member’s device to sell offline.',
	access: memberSells,
	params: eventParams,
});

/** Tickets that are reserved for a device. */
export const listedAllotment = z
	.object({
		id: uuid(),
		device: z.string(),
		ticketType: z.object({ id: uuid(), name: z.string() }),
		quantity: z.int(),
		updatedAt: z.string(),
	})
	.meta({ id: 'ListedAllotment' });

export type ListedAllotment = z.output<typeof listedAllotment>;

export const listAllotments = endpoint({
	id: 'doorSales.listAllotments',
	method: 'GET',
	path: '/api/events/{event}/door-allotments',
	summary: 'List the tickets that are reserved for devices at the door.',
	access: eventAccess('orders.view'),
	limit: 'read',
	params: eventParams,
	query: z.object(paging(100, 500)),
	output: page(listedAllotment),
});

export const releaseAllotments = endpoint({
	id: 'doorSales.releaseAllotments',
	method: 'DELETE',
	path: '/api/events/{event}/door-allotments',
	summary:
		'Release the tickets reserved for all devices. Offline sales that were not submitted yet are then accepted only while spots are left.',
	access: eventAccess('orders.manage'),
	movesPlaces: true,
	limit: 'write',
	params: eventParams,
	status: 204,
	output: noContent(),
});

export const releaseAllotment = endpoint({
	id: 'doorSales.releaseAllotment',
	method: 'DELETE',
	path: '/api/events/{event}/door-allotments/{allotment}',
	summary:
		'Release the tickets reserved for a device. Offline sales that were not submitted yet are then accepted only while spots are left.',
	access: eventAccess('orders.manage'),
	movesPlaces: true,
	limit: 'write',
	params: eventParams.extend({ allotment: uuid() }),
	status: 204,
	output: noContent(),
});
