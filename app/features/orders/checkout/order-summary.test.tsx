import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { OrderLines } from './order-summary.tsx';

type Line = ManagedOrder['lines'][number];

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const line = (ticketTypeId: string | null, quantity: number, grossMinor: number, more: Partial<Line> = {}) =>
	({
		...{ kind: 'ticket', ticketTypeId, tierName: null, quantity, grossMinor },
		...{ unitMinor: Math.abs(grossMinor), netMinor: grossMinor, taxMinor: 0, taxBasisPoints: 0, ...more },
	}) as Line;
const textsOf = (lines: Line[]) =>
	[
		...renderToString(
			<I18nProvider i18n={i18n}>
				<OrderLines
					lines={lines}
					currency="EUR"
					typeName={(id) => ({ seat: 'Seat', box: 'Box' })[id]}
					isMonthly={false}
				/>
			</I18nProvider>,
		).matchAll(/<li[^>]*>(.*?)<\/li>/g),
	].map(([, item]) =>
		item
			?.replaceAll(/<!-- -->/g, '')
			.replaceAll(/<[^>]+>/g, ' ')
			.trim()
			.replaceAll(/\s+/g, ' '),
	);

test('lines of the same ticket at one price are one; what is taken back and the fee are apart', () => {
	const fee = line('seat', 0, 200, { unitMinor: 0 });
	expect(
		textsOf([
			line('seat', -1, -2_400),
			fee,
			line('seat', -1, -2_400),
			fee,
			line('box', 1, 4_400),
			line('box', 1, 4_400),
		]),
	).toEqual(['Returned: 2 × Seat -€48.00', 'Fee for changing €4.00', '2 × Box €88.00']);
});

test('tiers and prices stay apart', () => {
	expect(
		textsOf([
			line('seat', 2, 4_800, { unitMinor: 2_400, tierName: 'Early' }),
			line('seat', 1, 2_800, { tierName: 'Late' }),
			line(null, 1, 500, { kind: 'gift' }),
			line(null, 1, 120, { kind: 'service_fee' }),
		]),
	).toEqual(['2 × Seat · Early €48.00', '1 × Seat · Late €28.00', 'Donation €5.00', 'Service fee €1.20']);
});
