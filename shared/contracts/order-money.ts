import { z } from '../lib/z.ts';
import { eventFigures } from '../rules/event-figures.ts';
import { cursor, page, pageLimit, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { eventParams } from './events.ts';

const view = { kind: 'organisation', action: 'money.view', via: 'event' } as const;

/** What an event brought in, in one currency: sums of its books. */
export const eventMoney = z
	.object({
		currency: z.string(),
		/** With tax. */
		soldMinor: z.number().int(),
		/** Of what was sold, taken back by refunds; with tax. */
		returnedMinor: z.number().int(),
		/** On what is left. */
		taxMinor: z.number().int(),
		platformFeesMinor: z.number().int(),
		providerFeesMinor: z.number().int(),
		/** Fees of disputes, and what was lost by them. */
		disputesMinor: z.number().int(),
		/** Sold, less returned, tax, fees and disputes. */
		netMinor: z.number().int(),
		byType: z.array(
			z.object({
				ticketTypeId: uuid().nullable(),
				name: z.string(),
				quantity: z.number().int(),
				/** Less refunds; with tax. */
				soldMinor: z.number().int(),
				/** Part of it: what was sold at the price of a tier. */
				tiers: z.array(
					z.object({ name: z.string(), quantity: z.number().int(), soldMinor: z.number().int() }),
				),
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
	amountMinor: z.number().int(),
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
		limit: pageLimit(50, 100),
		cursor: cursor().optional(),
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
