import type { TemplateOutline } from '#server/db/tables/templates.ts';
import type { EventPlan } from '#shared/contracts/event-plan.ts';

/** A summary of a plan for lists. */
export function outlineOf(plan: EventPlan): TemplateOutline {
	return {
		category: plan.basics.category ?? 'other',
		format: plan.basics.format ?? 'in_person',
		visibility: plan.policy.visibility ?? 'public',
		coverSeed: plan.page.coverSeed ?? '',
		startTime: plan.times.isAllDay ? '' : (plan.times.startTime ?? ''),
		lengthMinutes: plan.times.lengthMinutes ?? 120,
		brings: {
			tickets: plan.tickets.length,
			questions: plan.questions.length,
			capacity: capacityOf(plan),
			hasPrices: plan.tickets.some(({ kind }) => kind !== 'free'),
			hasPolicy: Boolean(plan.policy.refundPolicy),
		},
	};
}

/** Spots of all ticket types that admit somebody; types that share a pool have no more than the pool. */
function capacityOf({ tickets, pools }: EventPlan): number | null {
	const admitting = tickets.filter(({ kind }) => kind === 'free' || kind === 'paid');
	const sizes = new Map(pools.map(({ key, size }) => [key, size]));
	const inPool = new Map<string, number | null>();
	let total: number | null = 0;
	const add = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
	for (const { capacity, sharedPool } of admitting) {
		if (sharedPool === null) total = add(total, capacity);
		else inPool.set(sharedPool, add(inPool.get(sharedPool) ?? (inPool.has(sharedPool) ? null : 0), capacity));
	}
	for (const [key, wanted] of inPool) {
		const size = sizes.get(key) ?? null;
		total = add(total, size === null ? wanted : Math.min(size, wanted ?? size));
	}
	return total;
}
