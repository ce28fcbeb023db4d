import { type PlatformFee, unitFee } from './pricing/quote.ts';

/**
 * The one plan file: what each plan holds and costs. Nothing of it is charged or enforced in this version
 * (`arePlansCharged`): the pricing page says so, and what is free today.
 */
export const arePlansCharged = false;

export const PLAN_CURRENCY = 'EUR';

export interface Plan {
	id: 'free' | 'pro' | 'business';
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

/** What each plan would cost in a month with so many tickets at a price, the cheapest that fits first. */
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
