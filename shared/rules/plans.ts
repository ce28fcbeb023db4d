import type { AgreementInterval } from './agreement-states.ts';
import { type PlatformFee, unitFee } from './pricing/quote.ts';

/*
 * The one plan file: what each plan holds and costs. Whether plans are charged and their limits hold is a setting of the installation, off
 * unless its operator turns it on.
 */
export const PLAN_CURRENCY = 'EUR';

/** From the smallest to the largest. */
export const planIds = ['free', 'pro', 'business'] as const;
export type PlanId = (typeof planIds)[number];

/** Their names, which are the same in every language. */
export const planNames: Record<PlanId, string> = { free: 'Free', pro: 'Pro', business: 'Business' };

/**
 * States of an organisation's plan. `incomplete`: its first payment has not come; `ending`: paid, and not renewed; `past_due`: a charge was
 * refused, the plan holds for a while.
 */
export const subscriptionStates = ['none', 'incomplete', 'active', 'ending', 'past_due', 'ended'] as const;

/** Days after the first refused charge for which a plan holds. */
export const PLAN_GRACE_DAYS = 14;

/** A year costs as much as so many months. */
export const MONTHS_PAID_A_YEAR = 10;

export interface Plan {
	id: PlanId;
	/** A month, in minor units. */
	priceMinor: number;
	/** Null: as many as you like. */
	liveEvents: number | null;
	attendeesPerEvent: number;
	staffLinks: number | null;
	hasReports: boolean;
	hasIntegrations: boolean;
	hasApi: boolean;
	/** For each paid ticket: a share of its price in basis points, and a fixed part. */
	ticketFee: PlatformFee;
}

export const plans: readonly Plan[] = [
	{
		id: 'free',
		priceMinor: 0,
		liveEvents: 3,
		attendeesPerEvent: 100,
		staffLinks: 2,
		hasReports: false,
		hasIntegrations: false,
		hasApi: false,
		ticketFee: { basisPoints: 250, fixedMinor: 50 },
	},
	{
		id: 'pro',
		priceMinor: 2_900,
		liveEvents: null,
		attendeesPerEvent: 2_000,
		staffLinks: 10,
		hasReports: true,
		hasIntegrations: true,
		hasApi: false,
		ticketFee: { basisPoints: 150, fixedMinor: 30 },
	},
	{
		id: 'business',
		priceMinor: 9_900,
		liveEvents: null,
		attendeesPerEvent: 20_000,
		staffLinks: null,
		hasReports: true,
		hasIntegrations: true,
		hasApi: true,
		ticketFee: { basisPoints: 90, fixedMinor: 20 },
	},
];

/** What a plan counts. */
export const planQuotas = ['liveEvents', 'staffLinks', 'attendeesPerEvent'] as const;
export type PlanQuota = (typeof planQuotas)[number];

/** The share of a limit that owners are notified about: 100 when nothing is left, 80 from four fifths on; null below. */
export const notablePercent = (used: number, limit: number): 80 | 100 | null =>
	used >= limit ? 100 : used * 5 >= limit * 4 ? 80 : null;

const rankOf = (id: PlanId) => planIds.indexOf(id);

/** The larger of two plans. */
export const betterPlan = (one: PlanId, other: PlanId): PlanId => (rankOf(one) < rankOf(other) ? other : one);

/** A plan by its id. */
export const planOf = (id: PlanId): Plan => plans[rankOf(id)] as Plan;

/** What a plan costs for a month or a year, in minor units: a year costs ten months. */
export const planPrice = (id: PlanId, every: AgreementInterval): number =>
	planOf(id).priceMinor * (every === 'year' ? MONTHS_PAID_A_YEAR : 1);

/** A plan and its interval. */
export interface PlanChoice {
	plan: PlanId;
	every: AgreementInterval;
}

/**
 * Whether a choice holds at once, and the difference is paid: a larger plan, or a year instead of a month. Everything else waits until what is
 * paid is over, so that no money goes back.
 */
export function isUpgrade(from: PlanChoice, to: PlanChoice): boolean {
	if (from.every === 'year' && to.every === 'month') return false;
	const [before, after] = [rankOf(from.plan), rankOf(to.plan)];
	return after > before || (after === before && from.every !== to.every);
}

/**
 * The platform fee on each ticket with a price: the fee of the plan, null where plans are not charged. The fixed part is an amount in the
 * currency of the plans, so other currencies pay the share alone.
 */
export function ticketFeeOf(
	charged: { areCharged: boolean; plan: PlanId },
	currency: string,
): PlatformFee | null {
	if (!charged.areCharged) return null;
	const { basisPoints, fixedMinor } = planOf(charged.plan).ticketFee;
	return { basisPoints, fixedMinor: currency === PLAN_CURRENCY ? fixedMinor : 0 };
}

/** The fee for one ticket, as orders are charged; free tickets have none. */
export const ticketFeeMinor = (plan: Plan, priceMinor: number): number =>
	unitFee(priceMinor, plan.ticketFee, PLAN_CURRENCY);

export interface Estimate {
	plan: Plan;
	feesMinor: number;
	totalMinor: number;
	/** The plan holds that many guests at one event. */
	fits: boolean;
}

/** The monthly price of each plan with so many tickets at a price, the cheapest that fits first. */
export function estimate(monthly: { tickets: number; priceMinor: number; largestEvent: number }): Estimate[] {
	return plans
		.map((plan) => {
			const feesMinor = ticketFeeMinor(plan, monthly.priceMinor) * monthly.tickets;
			return {
				plan,
				feesMinor,
				totalMinor: plan.priceMinor + feesMinor,
				fits: monthly.largestEvent <= plan.attendeesPerEvent,
			};
		})
		.sort((a, b) => Number(b.fits) - Number(a.fits) || a.totalMinor - b.totalMinor);
}
