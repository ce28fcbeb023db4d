import { z } from '../lib/z.ts';
import { planIds } from '../rules/plans.ts';
import { endpoint, partialAccess } from './endpoint.ts';
import { organisationParams } from './settings.ts';

/** How much of a number is used; `limit` null: as much as you like. */
const usage = z.object({ used: z.int(), limit: z.int().nullable() });

/** Limits of an organisation’s plan, which forms show before they are filled in. */
export const planLimits = z
	.object({
		/** The plan whose limits hold now; null: nothing is limited. */
		plan: z.enum(planIds).nullable(),
		/** True: the plan was not paid. */
		isExpired: z.boolean(),
		liveEvents: usage,
		staffLinks: usage,
		attendeesPerEvent: z.int().nullable(),
		hasReports: z.boolean(),
		hasIntegrations: z.boolean(),
		hasApi: z.boolean(),
	})
	.meta({ id: 'PlanLimits' });
export type PlanLimits = z.output<typeof planLimits>;

export const getPlanLimits = endpoint({
	id: 'subscriptions.getLimits',
	method: 'GET',
	path: '/api/organisations/{organisation}/plan-limits',
	summary: 'Get the limits of an organisation’s plan, and how much of them is left.',
	access: partialAccess('organisation.view'),
	limit: 'read',
	params: organisationParams,
	output: planLimits,
});
