import { expect, test } from 'vitest';
import {
	betterPlan,
	estimate,
	isUpgrade,
	type Plan,
	planIds,
	planPrice,
	plans,
	ticketFeeMinor,
} from './plans.ts';

const plan = (id: Plan['id']) => plans.find((one) => one.id === id) as Plan;

test('the plans hold what decisions.md says', () => {
	expect(plan('free')).toMatchObject({ priceMinor: 0, liveEvents: 3, attendeesPerEvent: 100, staffLinks: 2 });
	expect(plan('pro')).toMatchObject({
		liveEvents: null,
		attendeesPerEvent: 2000,
		staffLinks: 10,
		hasApi: false,
	});
	expect(plan('business')).toMatchObject({ attendeesPerEvent: 20_000, staffLinks: null, hasApi: true });
});

test('a free ticket has no fee, a paid one a share and a fixed part, rounded to a whole cent and at most half of the price', () => {
	expect(ticketFeeMinor(plan('free'), 0)).toBe(0);
	expect(ticketFeeMinor(plan('free'), 2000)).toBe(100);
	expect(ticketFeeMinor(plan('pro'), 1501)).toBe(53);
	expect(ticketFeeMinor(plan('free'), 60)).toBe(30);
});

test('the calculator puts the cheapest plan that fits first', () => {
	const small = estimate({ tickets: 10, priceMinor: 1000, largestEvent: 50 });
	expect(small.map((one) => one.plan.id)).toEqual(['free', 'pro', 'business']);
	expect(small[0]).toMatchObject({ feesMinor: 750, totalMinor: 750, fits: true });
	const large = estimate({ tickets: 3000, priceMinor: 2000, largestEvent: 1500 });
	expect(large[0]?.plan.id).toBe('business');
	expect(large.at(-1)).toMatchObject({ plan: { id: 'free' }, fits: false });
});

test('plans and their ids are in the same order, from the smallest to the largest', () => {
	expect(plans.map((one) => one.id)).toEqual([...planIds]);
	expect(plans.map((one) => planPrice(one.id, 'year'))).toEqual([0, 29_000, 99_000]);
	expect([betterPlan('free', 'pro'), betterPlan('business', 'pro')]).toEqual(['pro', 'business']);
});

test.each([
	['pro', 'month', 'business', 'month', true],
	['pro', 'month', 'pro', 'year', true],
	['pro', 'year', 'business', 'month', false],
	['pro', 'year', 'business', 'year', true],
	['business', 'month', 'pro', 'year', false],
	['pro', 'month', 'pro', 'month', false],
	['business', 'month', 'pro', 'month', false],
] as const)('%s by %s to %s by %s holds at once: %s', (from, fromEvery, to, toEvery, expected) => {
	expect(isUpgrade({ plan: from, every: fromEvery }, { plan: to, every: toEvery })).toBe(expected);
});
