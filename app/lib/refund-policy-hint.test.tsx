import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RefundPolicyHint } from './refund-policy-hint.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const hintOf = (text: string) =>
	renderToString(
		<I18nProvider i18n={i18n}>
			<RefundPolicyHint text={text} />
		</I18nProvider>,
	)
		.replaceAll(/<!-- -->|<[^>]+>/g, '')
		.replaceAll(/\s+/g, ' ');

const rest = 'After that, you decide on each request.';

test.each([
	['', 'Without a policy, you decide on each request for a refund.'],
	[' \n ', 'Without a policy, you decide on each request for a refund.'],
	[
		'Full refund until 7 days before the event.',
		`Buyers who cancel get everything back until 7 days before the start. ${rest}`,
	],
	[
		'Full refund until 7 days before the event, half until 2 days before.',
		`Buyers who cancel get everything back until 7 days before the start. Then 50% until 2 days before the start. ${rest}`,
	],
	[
		'80% back up to 48 hours before the show',
		`Buyers who cancel get 80% back until 48 hours before the start. ${rest}`,
	],
	[
		'Free cancellation until the day before',
		`Buyers who cancel get everything back until the day before the start. ${rest}`,
	],
	[
		'Free cancellation until 1 hour before',
		`Buyers who cancel get everything back until 1 hour before the start. ${rest}`,
	],
	['Full refund at any time', `Buyers who cancel get everything back until the event starts. ${rest}`],
	['Full refund until the event', `Buyers who cancel get everything back until the event starts. ${rest}`],
])('%j: %s', (policy, expected) => {
	expect(hintOf(policy)).toBe(expected);
});

test.each([
	'Refunds at our discretion.',
	// Less for earlier notice is a slip of the pen.
	'Half until 7 days before, full refund until 2 days before.',
	'Erstattung bis 7 Tage vorher',
	`Full refund until 7 days before the event. ${'x'.repeat(400)}`,
])('%j is for a person', (policy) => {
	expect(hintOf(policy)).toContain(
		'You decide on each request for a refund: no amounts with deadlines were recognised',
	);
});
