import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AdminPlan } from '#shared/contracts/admin-money.ts';
import type { ProviderEvent } from '#shared/contracts/admin-payments.ts';
import { unmatchedOutcomes } from '#shared/rules/payment-states.ts';
import { PlanState } from './plan-state.tsx';
import { EventReason, isUnmatched, ProviderEventState } from './provider-event-state.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const textOf = (part: React.ReactNode) =>
	renderToString(<I18nProvider i18n={i18n}>{part}</I18nProvider>).replaceAll(/<[^>]*>/g, '');

const instant = '2026-11-30T10:00:00.000Z';
const waiting: ProviderEvent = {
	...{ id: 'evt_1', gateway: 'test', account: '', organisationName: null, type: 'payment charge.succeeded' },
	...{ objectId: 'pi_1', receivedAt: instant, settledAt: null, outcome: null, tries: 0, nextTryAt: instant },
	...{ lastError: null, setAsideAt: null, note: '' },
};

test('an event of the provider says whether it waits, is retried, led to nothing, or is done', () => {
	const stateOf = (part: Partial<ProviderEvent>) =>
		textOf(<ProviderEventState event={{ ...waiting, ...part }} />);
	expect(stateOf({})).toBe('Waiting');
	expect(stateOf({ lastError: 'timeout' })).toBe('Retrying');
	expect(stateOf({ settledAt: instant, outcome: 'settled' })).toBe('Settled');
	for (const outcome of unmatchedOutcomes) {
		expect(stateOf({ settledAt: instant, outcome })).toBe('Unmatched');
		expect(stateOf({ settledAt: instant, outcome, setAsideAt: instant })).toBe('Set aside');
	}
});

test('each way to match nothing has a reason, and an error stands before it', () => {
	const reasons = unmatchedOutcomes.map((outcome) => textOf(<EventReason event={{ ...waiting, outcome }} />));
	expect(new Set(reasons.filter((reason) => reason !== '')).size).toBe(unmatchedOutcomes.length);
	const [outcome] = unmatchedOutcomes;
	expect(textOf(<EventReason event={{ ...waiting, outcome, lastError: 'timeout' }} />)).toBe('timeout');
	expect(textOf(<EventReason event={{ ...waiting, outcome: 'settled' }} />)).toBe('');
	expect([null, 'settled', 'not-needed'].some((other) => isUnmatched({ ...waiting, outcome: other }))).toBe(
		false,
	);
});

test('a plan says how it is paid, and whether the plan that holds was given', () => {
	const plan: AdminPlan = {
		...{ id: 'o', name: 'Choir', plan: 'free', paidPlan: 'free', grantedPlan: null, state: 'none' },
		...{ every: null, periodEnd: null, renewsMinor: null, dueMinor: null, currency: 'EUR', failures: 0 },
		...{ needsPayer: false, nextChargeAt: null, graceUntil: null, waitingBills: 0 },
	};
	const stateOf = (part: Partial<AdminPlan>) => textOf(<PlanState plan={{ ...plan, ...part }} />);
	expect(stateOf({})).toBe('–');
	expect(stateOf({ state: 'active', plan: 'pro', paidPlan: 'pro' })).toBe('Paid');
	expect(stateOf({ state: 'past_due', plan: 'pro', paidPlan: 'pro' })).toBe('Payment due');
	expect(stateOf({ plan: 'business', grantedPlan: 'business' })).toBe('Given');
	// What is paid is better than what was given.
	expect(stateOf({ state: 'active', plan: 'business', paidPlan: 'business', grantedPlan: 'pro' })).toBe(
		'Paid',
	);
	expect(stateOf({ state: 'ended', plan: 'pro', paidPlan: 'business', grantedPlan: 'pro' })).toBe(
		'EndedGiven',
	);
});
