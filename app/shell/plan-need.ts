import type { PlanLimits } from '#shared/contracts/plan-limits.ts';

/** The requirement of a form on the plan: one more of a counted resource, room for guests, or a feature. */
export type PlanNeed =
	| 'liveEvents'
	| 'staffLinks'
	| 'attendeesPerEvent'
	| 'hasReports'
	| 'hasIntegrations'
	| 'hasApi';

/**
 * The plan’s obstacle to a form before it is filled in: none, the plan lacks the feature, its number is used up, or it was not paid.
 * `limits`: nothing is refused yet, but what is sold is cut at `limit`.
 */
export type PlanObstacle =
	| { kind: 'missing' | 'expired' }
	| { kind: 'full' | 'limits'; limit: number }
	| null;

/** The same judgement as `requireQuota` and `requireFeature` make of what is sent. */
export function obstacleOf(limits: PlanLimits, need: PlanNeed): PlanObstacle {
	if (limits.plan === null) return null;
	if (need === 'attendeesPerEvent')
		return limits.attendeesPerEvent === null ? null : { kind: 'limits', limit: limits.attendeesPerEvent };
	if (need === 'liveEvents' || need === 'staffLinks') {
		if (limits.isExpired && need === 'liveEvents') return { kind: 'expired' };
		const { used, limit } = limits[need];
		return limit !== null && used >= limit ? { kind: 'full', limit } : null;
	}
	if (limits[need]) return null;
	return { kind: limits.isExpired ? 'expired' : 'missing' };
}
