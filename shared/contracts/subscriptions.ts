import { z } from '../lib/z.ts';
import { agreementIntervals } from '../rules/agreement-states.ts';
import { particulars } from '../rules/particulars.ts';
import { planIds, subscriptionStates } from '../rules/plans.ts';
import { cardErrors } from './card-form.ts';
import { page, uuid } from './common.ts';
import { adminAccess, endpoint, organisationAccess, publicAccess } from './endpoint.ts';
import { organisationParams } from './settings.ts';

const plan = z.enum(planIds);
const every = z.enum(agreementIntervals);

/** How much of a plan is used; `limit` null: as much as you like. */
const usage = z.object({ used: z.int(), limit: z.int().nullable() });

/** The plan of an organisation, as its members see it. */
export const subscription = z
	.object({
		/** False: this installation charges no plans, and no limit holds. */
		areCharged: z.boolean(),
		/** The plan whose limits hold now. */
		plan,
		every: every.nullable(),
		state: z.enum(subscriptionStates),
		/** True: the plan was not paid. What is on sale goes on; new publishing and paid features wait. */
		isExpired: z.boolean(),
		/** What the next period costs, in minor units. */
		renewsMinor: z.int(),
		currency: z.string(),
		/** When the next period begins, or the plan ends. */
		periodEnd: z.string().nullable(),
		/** Until when an unpaid plan holds. */
		graceUntil: z.string().nullable(),
		/** What holds from the next period on, where it is not the same. */
		change: z.object({ plan, every }).nullable(),
		/** The amount due now, after a refused charge; null: none. */
		dueMinor: z.int().nullable(),
		/** The bank wants the payment to be confirmed by a person. */
		needsPayer: z.boolean(),
		/** A plan that the operator gave. */
		grantedPlan: plan.nullable(),
		card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
		usage: z.object({ liveEvents: usage, staffLinks: usage, largestEvent: usage }),
		/** How the browser collects a card. */
		cardForm: z.discriminatedUnion('kind', [
			z.object({ kind: z.literal('stripe'), publishableKey: z.string(), account: z.string().nullable() }),
			z.object({ kind: z.literal('test'), fieldsUrl: z.string() }),
		]),
		/** Missing details of the organisation for bills and fee invoices, and how many of them wait. */
		billing: z.object({ missing: z.array(z.enum(particulars)), waiting: z.int() }),
		/** The payer’s next action: confirm the payment at their bank. */
		nextAction: z
			.discriminatedUnion('kind', [
				z.object({ kind: z.literal('redirect'), url: z.string() }),
				z.object({ kind: z.literal('stripe'), clientSecret: z.string() }),
			])
			.nullable(),
	})
	.meta({ id: 'Subscription' });
export type Subscription = z.output<typeof subscription>;

export const getSubscription = endpoint({
	id: 'subscriptions.get',
	method: 'GET',
	path: '/api/organisations/{organisation}/subscription',
	summary: 'Get the plan of an organisation, and how much of it is used.',
	access: organisationAccess('organisation.edit'),
	limit: 'read',
	params: organisationParams,
	output: subscription,
});

export const choosePlan = endpoint({
	id: 'subscriptions.choosePlan',
	method: 'PUT',
	path: '/api/organisations/{organisation}/subscription',
	summary:
		'Choose a plan. An upgrade takes effect immediately, with the rest of the paid period credited; a downgrade at the next period. The first plan requires a confirmation token of the card form; later changes charge the saved card.',
	access: organisationAccess('organisation.edit'),
	limit: 'write',
	params: organisationParams,
	body: z.strictObject({
		plan,
		every: every.default('month'),
		confirmationToken: z.string().min(1).max(200).optional(),
	}),
	output: subscription,
	errors: [...cardErrors, 'BUSINESS_RULE_VIOLATION', 'SERVICE_UNAVAILABLE'],
});

export const changeCard = endpoint({
	id: 'subscriptions.changeCard',
	method: 'PUT',
	path: '/api/organisations/{organisation}/subscription/card',
	summary:
		'Replace the card of the plan, with a confirmation token of the card form. It is charged from the next period on.',
	access: organisationAccess('organisation.edit'),
	limit: 'write',
	params: organisationParams,
	body: z.strictObject({ confirmationToken: z.string().min(1).max(200) }),
	output: subscription,
	errors: [...cardErrors, 'BUSINESS_RULE_VIOLATION', 'SERVICE_UNAVAILABLE'],
});

export const endSubscription = endpoint({
	id: 'subscriptions.end',
	method: 'DELETE',
	path: '/api/organisations/{organisation}/subscription',
	summary: 'Cancel the paid plan at the end of the paid period, or immediately if the period is unpaid.',
	access: organisationAccess('organisation.edit'),
	limit: 'write',
	params: organisationParams,
	output: subscription,
});

/** The price of one period of a plan. */
export const bill = z
	.object({
		id: uuid(),
		plan,
		every,
		startsAt: z.string(),
		endsAt: z.string(),
		amountMinor: z.int(),
		currency: z.string(),
		state: z.enum(['open', 'paid']),
		paidAt: z.string().nullable(),
		/** Its number; null: it is not paid, or waits for details of the organisation or the operator. */
		label: z.string().nullable(),
		/** True: no real money moved. */
		isTest: z.boolean(),
	})
	.meta({ id: 'Bill' });
export type Bill = z.output<typeof bill>;

export const listBills = endpoint({
	id: 'subscriptions.listBills',
	method: 'GET',
	path: '/api/organisations/{organisation}/bills',
	summary: 'List the payments of an organisation for its plan, newest first.',
	access: organisationAccess('organisation.edit'),
	limit: 'read',
	params: organisationParams,
	query: z.object({
		limit: z.coerce.number().int().min(1).max(100).default(24),
		cursor: z.string().max(200).optional(),
	}),
	output: page(bill),
});

export const getBillFile = endpoint({
	id: 'subscriptions.getBillFile',
	method: 'GET',
	path: '/api/organisations/{organisation}/bills/{bill}/file',
	summary: 'Get the operator’s invoice for a paid period of a plan as PDF, once it is issued.',
	access: organisationAccess('organisation.edit'),
	limit: 'read',
	isHiddenFromViewers: true,
	params: organisationParams.extend({ bill: uuid() }),
	output: { contentType: 'application/pdf', description: 'PDF, A4' },
});

export const passTime = endpoint({
	id: 'subscriptions.passTime',
	method: 'POST',
	path: '/api/organisations/{organisation}/subscription/test',
	summary: 'In test mode: move the clock of an organisation’s plan forward, and charge what is due.',
	access: organisationAccess('organisation.edit'),
	limit: 'write',
	idempotency: 'command',
	params: organisationParams,
	body: z.strictObject({ days: z.int().min(1).max(400) }),
	output: subscription,
});

const planSetting = z.object({ areCharged: z.boolean() });

export const getPlans = endpoint({
	id: 'subscriptions.getPlans',
	method: 'GET',
	path: '/api/plans',
	summary: 'Get whether this installation charges for plans.',
	access: publicAccess,
	limit: 'read',
	output: planSetting,
});

export const updatePlanSetting = endpoint({
	id: 'subscriptions.updatePlanSetting',
	method: 'PUT',
	path: '/api/admin/plans',
	summary: 'Turn charging for plans and their limits on, or off for all organisations.',
	access: adminAccess,
	limit: 'write',
	body: planSetting,
	output: planSetting,
});

export const getBillReadiness = endpoint({
	id: 'subscriptions.getBillReadiness',
	method: 'GET',
	path: '/api/admin/bills/readiness',
	summary:
		'Get the details that the operator must enter, by the law of its country, before invoices for plans and fees can be issued. Until then they are pending; payments and their tax are booked.',
	access: adminAccess,
	limit: 'read',
	output: z.object({
		/** Empty too while the operator neither charges plans nor keeps fees. `taxReason`: no tax is charged, and no note says why. */
		missing: z.array(z.enum(particulars)),
		/** Documents that wait for it or for details of their recipients, 1,000 at most. */
		waiting: z.int(),
	}),
});

export const grantPlan = endpoint({
	id: 'subscriptions.grantPlan',
	method: 'PUT',
	path: '/api/admin/organisations/{organisation}/plan',
	summary: 'Grant an organisation a plan without payment, or end the grant.',
	access: adminAccess,
	limit: 'write',
	params: z.object({ organisation: uuid() }),
	body: z.strictObject({ plan: plan.nullable() }),
	output: z.object({ plan, grantedPlan: plan.nullable(), state: z.enum(subscriptionStates) }),
});

export const getGrantedPlan = endpoint({
	id: 'subscriptions.getGrantedPlan',
	method: 'GET',
	path: '/api/admin/organisations/{organisation}/plan',
	summary: 'Get the plan of an organisation.',
	access: adminAccess,
	limit: 'read',
	params: z.object({ organisation: uuid() }),
	output: z.object({ plan, grantedPlan: plan.nullable(), state: z.enum(subscriptionStates) }),
});
