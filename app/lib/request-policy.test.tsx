import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { RequestPolicy } from '#shared/rules/refund-policy.ts';
import { RequestPolicyText } from './request-policy.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const textOf = (policy: RequestPolicy) =>
	renderToString(
		<I18nProvider i18n={i18n}>
			<RequestPolicyText policy={policy} wantedMinor={2_400} currency="EUR" />
		</I18nProvider>,
	)
		.replaceAll(/<!-- -->|<[^>]+>/g, '')
		.replaceAll(/\s+/g, ' ')
		.trim();

const late: RequestPolicy = {
	...{ reason: 'too-late', step: { percent: 50, until: { days: 7 } }, isInTime: false },
	...{ notice: { days: 3 }, refundMinor: 0, keptMinor: 0 },
};

test.each<[Partial<RequestPolicy>, string]>([
	[
		{},
		'By your refund policy, nothing comes back: 50% until 7 days before the start; asked 3 days before. The buyer asks for up to €24.00 more.',
	],
	[
		{ notice: { days: 0 } },
		'By your refund policy, nothing comes back: 50% until 7 days before the start; asked on the day. The buyer asks for up to €24.00 more.',
	],
	[
		{ step: { percent: 80, until: null }, notice: null },
		'By your refund policy, nothing comes back: 80% until the event starts; asked after the start. The buyer asks for up to €24.00 more.',
	],
	[
		{ reason: 'no-refunds', step: null },
		'By your refund policy, nothing comes back. The buyer asks for up to €24.00 more.',
	],
	[
		{ reason: 'checked-in', isInTime: true, notice: { days: 9 }, refundMinor: 1_100, keptMinor: 100 },
		'By your refund policy, €11.00 of €24.00 comes back: 50% until 7 days before the start, less a fee of €1.00; asked 9 days before. The buyer asks for up to €13.00 more. One of the tickets was used at check-in.',
	],
	[
		{
			...{ reason: 'disputed', isInTime: true, step: { percent: 100, until: { hours: 24 } } },
			...{ notice: { hours: 30 }, refundMinor: 2_400 },
		},
		'By your refund policy, €24.00 of €24.00 comes back: 100% until 24 hours before the start; asked 30 hours before. The buyer’s bank disputes the payment.',
	],
])('%j', (change, expected) => {
	expect(textOf({ ...late, ...change })).toBe(expected);
});
