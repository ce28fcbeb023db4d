import { z } from '../lib/z.ts';
import { eventFigures } from '../rules/event-figures.ts';
import { page, paging, uuid } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

const view = eventAccess('money.view');

/** Revenue of an event in one currency: sums of its books. */
export const eventMoney = z
	.object({
		currency: z.string(),
		/** With tax. */
		soldMinor: z.int(),
		/** Of what was sold, taken back by refunds; with tax. */
		returnedMinor: z.int(),
		/** On what is left. */
		taxMinor: z.int(),
		platformFeesMinor: z.int(),
		providerFeesMinor: z.int(),
		/** Fees of disputes, and what was lost by them. */
		disputesMinor: z.int(),
		/** Sold, less returned, tax, fees and disputes. */
		netMinor: z.int(),
		byType: z.array(
			z.object({
				ticketTypeId: uuid().nullable(),
				name: z.string(),
				quantity: z.int(),
				/** Less refunds; with tax. */
				soldMinor: z.int(),
				/** Part of it: what was sold at the price of a tier. */
				tiers: z.array(z.object({ name: z.string(), quantity: z.int(), soldMinor: z.int() })),
			}),
		),
	})
	.meta({ id: 'EventMoney' });
export type EventMoney = z.output<typeof eventMoney>;

export const getEventMoney = endpoint({
	id: 'orders.getEventMoney',
	method: 'GET',
	path: '/api/events/{event}/money',
	summary: 'Get sales, refunds, tax, fees and net revenue of an event by currency and ticket type.',
	access: view,
	limit: 'read',
	params: eventParams,
	output: z.object({ data: z.array(eventMoney), isTest: z.boolean() }),
});

/** A row behind a figure. */
export const figureRow = z.object({
	/** Signed, as it counts in the figure. */
	amountMinor: z.int(),
	currency: z.string(),
	occurredAt: z.string(),
	orderId: uuid(),
	code: z.string(),
	buyerName: z.string(),
});

export const listFigureRows = endpoint({
	id: 'orders.listFigureRows',
	method: 'GET',
	path: '/api/events/{event}/money/rows',
	summary: 'List the ledger entries behind a figure of an event, newest first.',
	access: view,
	limit: 'read',
	params: eventParams,
	query: z.object({
		figure: z.enum(eventFigures),
		...paging(50, 100),
	}),
	output: page(figureRow),
});

export const exportOrders = endpoint({
	id: 'orders.exportOrders',
	method: 'GET',
	path: '/api/events/{event}/orders/export',
	summary:
		'Export the orders of an event with what was paid and refunded. Cells that a spreadsheet would run as formulas are escaped.',
	access: view,
	limit: 'export',
	isHiddenFromViewers: true,
	params: eventParams,
	query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or XLSX' },
});
