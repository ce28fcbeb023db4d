import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { PlanLimits } from '#shared/contracts/plan-limits.ts';
import { PlanHintText } from './plan-hint.tsx';
import { obstacleOf, type PlanNeed, type PlanObstacle } from './plan-need.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const free: PlanLimits = {
	plan: 'free',
	isExpired: false,
	liveEvents: { used: 2, limit: 3 },
	staffLinks: { used: 2, limit: 2 },
	attendeesPerEvent: 100,
	hasReports: false,
	hasIntegrations: false,
	hasApi: false,
};
const everything: PlanLimits = {
	...{ plan: 'business', isExpired: false, attendeesPerEvent: 20_000 },
	...{ liveEvents: { used: 900, limit: null }, staffLinks: { used: 900, limit: null } },
	...{ hasReports: true, hasIntegrations: true, hasApi: true },
};

test.each([
	['one live event is left', free, 'liveEvents', null],
	['the last live event is used', { ...free, liveEvents: { used: 3, limit: 3 } }, 'liveEvents', 'full'],
	[
		'more than the plan has, from a larger one',
		{ ...free, liveEvents: { used: 9, limit: 3 } },
		'liveEvents',
		'full',
	],
	['staff links are used up', free, 'staffLinks', 'full'],
	['guests are always limited', free, 'attendeesPerEvent', 'limits'],
	['a feature that is not there', free, 'hasApi', 'missing'],
	['a plan that was not paid publishes nothing', { ...free, isExpired: true }, 'liveEvents', 'expired'],
	['and has no feature', { ...free, isExpired: true }, 'hasReports', 'expired'],
	[
		'but staff links are counted as before',
		{ ...free, isExpired: true, staffLinks: { used: 1, limit: 2 } },
		'staffLinks',
		null,
	],
	['no limit of events', everything, 'liveEvents', null],
	['no limit of links', everything, 'staffLinks', null],
	['a feature that is there', everything, 'hasIntegrations', null],
	['no plans are charged', { ...free, plan: null }, 'staffLinks', null],
	[
		'no plans are charged, guests',
		{ ...free, plan: null, attendeesPerEvent: null },
		'attendeesPerEvent',
		null,
	],
] as [string, PlanLimits, PlanNeed, NonNullable<PlanObstacle>['kind'] | null][])(
	'%s',
	(_, limits, need, kind) => {
		expect(obstacleOf(limits, need)?.kind ?? null).toBe(kind);
	},
);

test.each([
	['liveEvents', { kind: 'full', limit: 3 }, 'Your Free plan includes 3 live events'],
	['staffLinks', { kind: 'full', limit: 1 }, 'Your Free plan includes 1 staff link, which is in use.'],
	['attendeesPerEvent', { kind: 'limits', limit: 2_000 }, 'Your Free plan includes 2,000 guests per event'],
	['hasReports', { kind: 'missing' }, 'doesn’t include saving, sharing, scheduling or exporting reports'],
	['hasIntegrations', { kind: 'missing' }, 'doesn’t include webhooks, chats and mailing lists'],
	['hasApi', { kind: 'missing' }, 'doesn’t include live API keys'],
	['hasApi', { kind: 'expired' }, 'Your plan has expired'],
] as [PlanNeed, NonNullable<PlanObstacle>, string][])('%s says what is meant: %o', (need, obstacle, text) => {
	const Screen = () => (
		<I18nProvider i18n={i18n}>
			<PlanHintText plan="free" obstacle={obstacle} need={need} />
		</I18nProvider>
	);
	const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Screen }]);
	expect(renderToString(<Stub />).replaceAll('<!-- -->', '')).toContain(text);
});
