import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FigureCounts, Figures } from '#shared/contracts/figures.ts';
import { FigureTiles } from './figure-tiles.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const none: FigureCounts = {
	...{ views: 0, visitors: 0, forms: 0, registrations: 0, unpaid: 0 },
	...{ tickets: 0, cancelled: 0, attended: 0, checkedIn: 0 },
};

function tilesOf(registrations: readonly number[], before: { registrations: number; netMinor: number }) {
	const sum = registrations.reduce((total, one) => total + one, 0);
	const money = (netMinor: number) => [
		{ currency: 'EUR', soldMinor: netMinor, refundedMinor: 0, taxMinor: 0, feesMinor: 0, netMinor },
	];
	const period = { from: '2026-11-01', to: '2026-11-03' };
	const figures = {
		madeAt: null,
		current: {
			...period,
			totals: { ...none, registrations: sum },
			money: money(5_000),
			days: registrations.map((one, at) => ({
				...{ ...none, day: `2026-11-0${at + 1}`, registrations: one, money: [] },
			})),
		},
		compared: {
			...period,
			totals: { ...none, registrations: before.registrations },
			money: before.netMinor === 0 ? [] : money(before.netMinor),
			days: [],
		},
	} as unknown as Figures;
	return renderToString(
		<I18nProvider i18n={i18n}>
			<FigureTiles figures={figures} metrics={['registrations']} maySeeMoney />
		</I18nProvider>,
	).replaceAll(/<!--.*?-->/g, '');
}

test('on the first day no tile says what was before, and no line lies at zero', () => {
	const html = tilesOf([0, 0, 0], { registrations: 0, netMinor: 0 });
	expect(html).not.toContain('before');
	expect(html).toContain('<path d=""');
	expect(tilesOf([0, 0, 4], { registrations: 0, netMinor: 0 })).not.toMatch(/\b0(?:\.00)? before/);
});

test('later they do', () => {
	const html = tilesOf([1, 2, 3], { registrations: 3, netMinor: 2_500 });
	expect(html).toMatch(/more than 3 before/);
	expect(html).toMatch(/25\.00 more than .*25\.00 before/);
	expect(html).toMatch(/<path d="M/);
});
