import { z } from '../lib/z.ts';
import { differenceKinds } from '../rules/payment-states.ts';
import { planIds, subscriptionStates } from '../rules/plans.ts';
import { adminPayment } from './admin-payments.ts';
import { page, paging, uuid } from './common.ts';
import { adminAccess, endpoint } from './endpoint.ts';

/** Actions of administrators on stuck money: payments, refunds, differences and bills of plans. */

const paged = { ...paging(50, 100) };

export const checkAdminPayment = endpoint({
	id: 'payments.checkPayment',
	method: 'POST',
	path: '/api/admin/payments/{payment}/check',
	summary: 'Fetch the state of a payment from the provider and apply it. Repeating it changes nothing.',
	access: adminAccess,
	limit: 'write',
	params: z.object({ payment: uuid() }),
	output: adminPayment,
	errors: ['SERVICE_UNAVAILABLE'],
});

/** Late payments that one call has requested. */
export const MOST_CHECKED = 500;

export const checkLatePayments = endpoint({
	id: 'payments.checkLatePayments',
	method: 'POST',
	path: '/api/admin/payments/check-late',
	summary: `Fetch the state of all late payments from the provider, at most ${MOST_CHECKED} per call, oldest first. Runs in the background within seconds, in turns of the organisations.`,
	access: adminAccess,
	limit: 'write',
	output: z.object({
		/** Payments that are requested now. */
		count: z.int(),
	}),
});

export const adminDifference = z
	.object({
		/** The movement at the provider. */
		id: uuid(),
		organisationId: uuid(),
		organisationName: z.string(),
		difference: z.enum(differenceKinds),
		/** Signed, in minor units. */
		amountMinor: z.int(),
		currency: z.string(),
		occurredAt: z.string(),
		providerId: z.string(),
	})
	.meta({ id: 'AdminDifference' });
export type AdminDifference = z.output<typeof adminDifference>;

export const listAdminDifferences = endpoint({
	id: 'payments.listAllDifferences',
	method: 'GET',
	path: '/api/admin/differences',
	summary:
		'List provider transactions that don’t match the books of an organisation, newest first. Each organisation settles its own.',
	access: adminAccess,
	limit: 'read',
	query: z.object(paged),
	output: page(adminDifference),
});

export const failedRefund = z
	.object({
		id: uuid(),
		organisationId: uuid(),
		organisationName: z.string(),
		eventTitle: z.string().nullable(),
		amountMinor: z.int(),
		currency: z.string(),
		/** `organiser`, `late_payment` … */
		reason: z.string(),
		/** The provider's code, or what it answered. */
		failure: z.string(),
		/** The provider's id; null: it never took the refund on. */
		providerId: z.string().nullable(),
		createdAt: z.string(),
	})
	.meta({ id: 'FailedRefund' });
export type FailedRefund = z.output<typeof failedRefund>;

export const listFailedRefunds = endpoint({
	id: 'payments.listFailedRefunds',
	method: 'GET',
	path: '/api/admin/failed-refunds',
	summary: 'List failed refunds of all organisations whose amount is still owed to the buyer, newest first.',
	access: adminAccess,
	limit: 'read',
	query: z.object(paged),
	output: page(failedRefund),
});

export const retryFailedRefund = endpoint({
	id: 'payments.retryFailedRefund',
	method: 'POST',
	path: '/api/admin/failed-refunds/{refund}/retry',
	summary:
		'Send a failed refund again, as a new refund of the same payment. Refused if nothing is owed any more, so repeating it never refunds twice.',
	access: adminAccess,
	limit: 'write',
	params: z.object({ refund: uuid() }),
	output: z.object({
		/** The new refund. */
		refundId: uuid(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const adminPlanFilters = ['all', 'paid', 'unpaid', 'ended', 'granted', 'unbilled'] as const;
export type AdminPlanFilter = (typeof adminPlanFilters)[number];

export const adminPlan = z
	.object({
		/** The organisation. */
		id: uuid(),
		name: z.string(),
		/** The plan whose limits hold: the better one of what is paid and what is given. */
		plan: z.enum(planIds),
		/** The plan that it pays, paid or is to pay. */
		paidPlan: z.enum(planIds),
		grantedPlan: z.enum(planIds).nullable(),
		state: z.enum(subscriptionStates),
		every: z.enum(['month', 'year']).nullable(),
		/** Until when is paid. */
		periodEnd: z.string().nullable(),
		/** What the next period costs, in `currency`; null: there is none. */
		renewsMinor: z.int().nullable(),
		/** The amount that was charged and refused; null: nothing is due. */
		dueMinor: z.int().nullable(),
		currency: z.string(),
		/** Refusals of what is due. */
		failures: z.int(),
		/** The payer’s bank wants them to confirm the charge. */
		needsPayer: z.boolean(),
		/** When the card is charged next; null: it is not. */
		nextChargeAt: z.string().nullable(),
		/** An unpaid plan holds until then. */
		graceUntil: z.string().nullable(),
		/** Bills that wait for particulars of the organisation or the operator. */
		waitingBills: z.int(),
	})
	.meta({ id: 'AdminPlan' });
export type AdminPlan = z.output<typeof adminPlan>;

export const listAdminPlans = endpoint({
	id: 'subscriptions.listPlans',
	method: 'GET',
	path: '/api/admin/plans',
	summary:
		'List organisations with their plans, newest first. `unpaid`: a charge was declined, or the first is pending; `ended`: no longer paid; `unbilled`: invoices wait for required details.',
	access: adminAccess,
	limit: 'read',
	query: z.object({
		q: z.string().max(200).optional(),
		filter: z.enum(adminPlanFilters).default('all'),
		...paged,
	}),
	output: page(adminPlan),
});

export const chargeAdminPlan = endpoint({
	id: 'subscriptions.chargePlan',
	method: 'POST',
	path: '/api/admin/plans/{organiser}/charge',
	summary:
		'Retry a declined charge of a plan now. Refused if nothing is due, if the payer’s bank requires their confirmation, and before the last attempt, after which the plan would end.',
	access: adminAccess,
	limit: 'write',
	params: z.object({ organiser: uuid() }),
	output: adminPlan,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
