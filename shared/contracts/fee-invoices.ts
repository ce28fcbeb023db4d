import { z } from '../lib/z.ts';
import { calendarDate, cursor, instant, page, pageLimit, uuid } from './common.ts';
import { endpoint, organisationAccess } from './endpoint.ts';
import { organisationParams } from './settings.ts';

/** An invoice of the operator for fees on payments of a month, or a credit note for refunded fees. */
export const feeInvoice = z
	.object({
		id: uuid(),
		kind: z.enum(['invoice', 'credit_note']),
		label: z.string(),
		issuedAt: instant(),
		/** The first and the last day that it is about, in UTC. */
		from: calendarDate(),
		to: calendarDate(),
		/** Below 0 in a credit note. */
		netMinor: z.int(),
		taxMinor: z.int(),
		grossMinor: z.int(),
		currency: z.string(),
		/** True: no real money moved. */
		isTest: z.boolean(),
	})
	.meta({ id: 'FeeInvoice' });
export type FeeInvoice = z.output<typeof feeInvoice>;

const access = organisationAccess('money.view');

export const listFeeInvoices = endpoint({
	id: 'subscriptions.listFeeInvoices',
	method: 'GET',
	path: '/api/organisations/{organisation}/fee-invoices',
	summary:
		'List the operator’s invoices for fees on tickets and donations, newest first. There is one for each month and currency, issued after the month has ended.',
	access,
	limit: 'read',
	params: organisationParams,
	query: z.object({ cursor: cursor().optional(), limit: pageLimit(24, 100) }),
	output: page(feeInvoice),
});

export const getFeeInvoiceFile = endpoint({
	id: 'subscriptions.getFeeInvoiceFile',
	method: 'GET',
	path: '/api/organisations/{organisation}/fee-invoices/{document}/file',
	summary: 'Get an operator’s invoice for fees, or its credit note, as PDF.',
	access,
	limit: 'read',
	isHiddenFromViewers: true,
	params: organisationParams.extend({ document: uuid() }),
	output: { contentType: 'application/pdf', description: 'PDF, A4' },
});
