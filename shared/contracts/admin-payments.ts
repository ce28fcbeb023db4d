import { z } from '../lib/z.ts';
import { gatewayNames, paymentMethods, paymentStates } from '../rules/payment-states.ts';
import { LATE_PAYMENT_MINUTES } from '../rules/periods.ts';
import { page, paging, text, uuid } from './common.ts';
import { adminAccess, endpoint } from './endpoint.ts';

export const adminPaymentFilters = ['all', 'open', 'late', 'failed'] as const;

/** A payment of any organisation, or of the installation itself. */
export const adminPayment = z
	.object({
		id: uuid(),
		organisationId: uuid(),
		organisationName: z.string(),
		eventTitle: z.string().nullable(),
		/** Of a plan's bill or a monthly donation: `agreement`. */
		subjectKind: z.string(),
		method: z.enum(paymentMethods),
		state: z.enum(paymentStates),
		amountMinor: z.int(),
		refundedMinor: z.int(),
		/** The platform fee in it. */
		feeMinor: z.int(),
		currency: z.string(),
		/** One of PAYMENT_*. */
		failure: z.string().nullable(),
		/** Null: money that no provider moves. */
		gateway: z.enum(gatewayNames).nullable(),
		/** Of the provider. */
		providerId: z.string().nullable(),
		createdAt: z.string(),
		settledAt: z.string().nullable(),
		/** When the state is requested from the provider again; null: nothing is open. */
		nextCheckAt: z.string().nullable(),
	})
	.meta({ id: 'AdminPayment' });
export type AdminPayment = z.output<typeof adminPayment>;

export const listAdminPayments = endpoint({
	id: 'payments.listAll',
	method: 'GET',
	path: '/api/admin/payments',
	summary: `List payments of all organisations, newest first. \`open\`: the provider hasn’t settled it yet; \`late\`: open for more than ${LATE_PAYMENT_MINUTES} minutes, with no action required from the payer.`,
	access: adminAccess,
	limit: 'read',
	query: z.object({
		filter: z.enum(adminPaymentFilters).default('all'),
		organisation: uuid().optional(),
		...paging(50, 100),
	}),
	output: page(adminPayment),
});

const amounts = z.array(z.object({ currency: z.string(), amountMinor: z.int() }));

export const adminPaymentFigures = z
	.object({
		gateway: z.enum(gatewayNames),
		/** Platform fees of payments since the first of this month (UTC), before refunds. */
		fees: amounts,
		/** Accounts by what they can do. */
		accounts: z.object({
			enabled: z.int(),
			restricted: z.int(),
			stopped: z.int(),
		}),
		/** Payments whose answer is missing for more than ten minutes. */
		latePayments: z.int(),
		/** Events of the provider that could not be settled so far. */
		failingEvents: z.int(),
		/** Events that led to nothing of this installation, and that were not dismissed. */
		unmatchedEvents: z.int(),
		/** Refunds that failed and whose money is still owed. */
		failedRefunds: z.int(),
		/** Movements at the provider that the books do not explain. */
		differences: z.int(),
		disputes: z.int(),
	})
	.meta({ id: 'AdminPaymentFigures' });
export type AdminPaymentFigures = z.output<typeof adminPaymentFigures>;

export const getAdminPaymentFigures = endpoint({
	id: 'payments.getAllFigures',
	method: 'GET',
	path: '/api/admin/payment-figures',
	summary: 'Get fees earned, accounts, and open differences between the provider and the books.',
	access: adminAccess,
	limit: 'read',
	output: adminPaymentFigures,
});

export const providerEventFilters = ['waiting', 'unmatched', 'all'] as const;

export const providerEvent = z
	.object({
		/** Of the provider. */
		id: z.string(),
		gateway: z.enum(gatewayNames),
		/** The provider's account; empty: the installation's own. */
		account: z.string(),
		organisationName: z.string().nullable(),
		type: z.string(),
		objectId: z.string(),
		receivedAt: z.string(),
		settledAt: z.string().nullable(),
		outcome: z.string().nullable(),
		tries: z.int(),
		/** When it is tried again; null: settled. */
		nextTryAt: z.string().nullable(),
		lastError: z.string().nullable(),
		/** It led to nothing of this installation, and an administrator noted that this is right. */
		setAsideAt: z.string().nullable(),
		note: z.string(),
	})
	.meta({ id: 'ProviderEvent' });
export type ProviderEvent = z.output<typeof providerEvent>;

export const listProviderEvents = endpoint({
	id: 'payments.listProviderEvents',
	method: 'GET',
	path: '/api/admin/provider-events',
	summary:
		'List events of the payment provider, newest first. `waiting`: not processed yet; `unmatched`: concerns no object of this installation.',
	access: adminAccess,
	limit: 'read',
	query: z.object({
		filter: z.enum(providerEventFilters).default('waiting'),
		...paging(50, 100),
	}),
	output: page(providerEvent),
});

export const retryProviderEvent = endpoint({
	id: 'payments.retryProviderEvent',
	method: 'POST',
	path: '/api/admin/provider-events/{providerEvent}/retry',
	summary:
		'Process an event again: its object is fetched from the provider again. Repeating it changes nothing.',
	access: adminAccess,
	limit: 'write',
	params: z.object({ providerEvent: z.string().min(1).max(200) }),
	output: providerEvent,
});

export const setAsideProviderEvent = endpoint({
	id: 'payments.setAsideProviderEvent',
	method: 'POST',
	path: '/api/admin/provider-events/{providerEvent}/set-aside',
	summary: 'Dismiss an unmatched event with a note. Retrying it reopens it. Repeating it replaces the note.',
	access: adminAccess,
	limit: 'write',
	params: z.object({ providerEvent: z.string().min(1).max(200) }),
	body: z.strictObject({ note: text({ max: 500, min: 1, lines: true }) }),
	output: providerEvent,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

const organiserParams = z.object({ organiser: uuid() });

export const paymentsStop = z
	.object({
		/** False: it has no payment account, so there is nothing to stop. */
		hasAccount: z.boolean(),
		stoppedAt: z.string().nullable(),
		reason: z.string(),
	})
	.meta({ id: 'PaymentsStop' });
export type PaymentsStop = z.output<typeof paymentsStop>;

export const getPaymentsStop = endpoint({
	id: 'admin.getPaymentsStop',
	method: 'GET',
	path: '/api/admin/organisations/{organiser}/payments-stop',
	summary: 'Get whether payments to an organisation are stopped.',
	access: adminAccess,
	limit: 'read',
	params: organiserParams,
	output: paymentsStop,
});

export const setPaymentsStop = endpoint({
	id: 'admin.setPaymentsStop',
	method: 'PUT',
	path: '/api/admin/organisations/{organiser}/payments-stop',
	summary:
		'Stop payments to an organisation, or resume them. While stopped, it can’t sell by card or bank transfer; refunds and check-in work. Its owners are notified with the reason.',
	access: adminAccess,
	limit: 'write',
	params: organiserParams,
	body: z.object({ isStopped: z.boolean(), reason: text({ max: 500, lines: true }).default('') }),
	output: paymentsStop,
});
