import { z } from '../lib/z.ts';
import { doorWays, MOST_ALLOTTED } from '../rules/door-sales.ts';
import { moneyMinor, page, paging, text, uuid } from './common.ts';
import { cashDrawer, doorSale, way } from './door-sales.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

export const doorSaleSettings = z
	.object({
		/** Null: those that the public page shows. Those that are named are sold also while they are hidden, closed or out of their time. */
		ticketTypeIds: z.array(uuid()).max(200).nullable(),
		ways: z.array(way()).max(doorWays.length),
		/** Tickets of each type that are reserved for each device, to be sold without a network; 0: none. */
		allotmentSize: z.int().min(0).max(MOST_ALLOTTED),
	})
	.meta({ id: 'DoorSaleSettings' });

export type DoorSaleSettings = z.output<typeof doorSaleSettings>;

export const getDoorSaleSettings = endpoint({
	id: 'doorSales.getSettings',
	method: 'GET',
	path: '/api/events/{event}/door-sales/settings',
	summary: 'Get the door sales settings of an event.',
	access: eventAccess('orders.view'),
	limit: 'read',
	params: eventParams,
	output: doorSaleSettings,
});

export const putDoorSaleSettings = endpoint({
	id: 'doorSales.putSettings',
	method: 'PUT',
	path: '/api/events/{event}/door-sales/settings',
	summary:
		'Update the door sales settings of an event: ticket types, payment methods, and how many tickets a device may sell offline.',
	access: eventAccess('orders.manage'),
	limit: 'write',
	params: eventParams,
	body: doorSaleSettings,
	output: doorSaleSettings,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const listDoorSales = endpoint({
	id: 'doorSales.list',
	method: 'GET',
	path: '/api/events/{event}/door-sales',
	summary: 'List sales and payments at the door, newest first.',
	access: eventAccess('money.view'),
	limit: 'read',
	params: eventParams,
	query: z.object({ drawer: uuid().optional(), ...paging(50, 100) }),
	output: page(doorSale.omit({ url: true, transferCode: true, attendees: true })),
});

export const listCashDrawers = endpoint({
	id: 'doorSales.listCashDrawers',
	method: 'GET',
	path: '/api/events/{event}/cash-drawers',
	summary: 'List the cash drawers of an event, newest first.',
	access: eventAccess('money.view'),
	limit: 'read',
	params: eventParams,
	query: z.object(paging(50, 100)),
	output: page(cashDrawer),
});

export const closeCashDrawer = endpoint({
	id: 'doorSales.closeCashDrawer',
	method: 'POST',
	path: '/api/events/{event}/cash-drawers/{drawer}/close',
	summary: 'Close the cash drawer of a device with the counted amount.',
	access: eventAccess('money.manage'),
	limit: 'write',
	params: eventParams.extend({ drawer: uuid() }),
	body: z.object({ countedMinor: moneyMinor(), note: text({ max: 300, lines: true }).default('') }),
	output: cashDrawer,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
