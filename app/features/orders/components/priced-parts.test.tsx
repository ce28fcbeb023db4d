import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { PricingTerms, TicketType } from '#shared/contracts/tickets.ts';
import type { Offer } from '../use-live-types.ts';
import { CartTotal, DonationAmount, PriceAlone, TicketPrice, TierNote } from './priced-parts.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const textOf = (node: ReactNode): string => {
	const Stub = createRoutesStub([
		{ path: '/', Component: () => <I18nProvider i18n={i18n}>{node}</I18nProvider> },
	]);
	return renderToString(<Stub />)
		.replaceAll(/<[^>]*>/g, '')
		.trim();
};

/** The buyer pays a fee of 5 % and 1.00, and 10 % tax on both. */
const pricing: PricingTerms = {
	...{ currency: 'EUR', pricesIncludeTax: false, feeBearer: 'buyer', isLive: true },
	fee: { basisPoints: 500, fixedMinor: 100 },
};
const type = (part: Partial<TicketType> = {}) =>
	({
		...{
			id: 'seat',
			name: 'Seat',
			kind: 'paid',
			priceMinor: 2_000,
			suggestedMinor: null,
			fairValueMinor: null,
		},
		...{ tiers: [], taxBasisPoints: 1_000, currency: 'EUR', maxPerOrder: 10, state: 'on_sale', left: null },
		...part,
	}) as TicketType;
const early = { name: 'Early', priceMinor: 1_000, totalMinor: 1_265, endsAt: null, left: 5 };

test('a ticket is shown at its total, and its parts are named after it', () => {
	expect(textOf(<TicketPrice type={type()} pricing={pricing} />)).toBe(
		'€24.20 · incl. €2.20 service fee · incl. 10% tax',
	);
	const bearsNone = { ...pricing, feeBearer: 'organiser' as const };
	expect(textOf(<TicketPrice type={type()} pricing={bearsNone} />)).toBe('€22.00 · incl. 10% tax');
});

test('the price after that of a tier, and the price without a code, are totals', () => {
	const note = textOf(<TierNote type={type({ tiers: [early] })} pricing={pricing} timeZone="UTC" />);
	expect(note).toBe('Early · 5 left at this price · then €24.20');
	const withCode = type({ priceMinor: 1_000, withoutCodeMinor: 2_000 });
	const price = textOf(<TicketPrice type={withCode} pricing={pricing} />);
	expect(price).toContain('€12.65 instead of €24.20');
	expect(price).not.toContain('€10.00');
	expect(price).not.toContain('€20.00');
});

test('the range is of totals, and passes over what is sold out', () => {
	const types = [
		type(),
		type({ id: 'b', priceMinor: 4_000 }),
		type({ id: 'c', priceMinor: 500, state: 'sold_out' }),
	];
	const offer = { types, pricing } as unknown as Offer;
	expect(textOf(<PriceAlone {...offer} />)).toBe('€24.20 – €47.30');
});

test('a donation with a minimum is not free, and its field says what the minimum comes to', () => {
	const gift = type({ kind: 'donation' });
	expect(textOf(<TicketPrice type={gift} pricing={pricing} />)).toMatch(/^Donation from €24\.20 · incl\./);
	const field = (terms: PricingTerms) =>
		textOf(
			<DonationAmount
				type={gift}
				pricing={terms}
				defaultValue={undefined}
				onChange={() => {}}
				error={undefined}
			/>,
		);
	expect(field(pricing)).toContain('Minimum €20.00, €24.20 in total: the price');
	expect(field({ ...pricing, fee: null, pricesIncludeTax: true })).toContain('Minimum €20.00: the price');
});

test('the total of a cart comes before its parts', () => {
	const offer = { types: [type()], pricing } as unknown as Offer;
	expect(textOf(<CartTotal offer={offer} quantities={{ seat: 2 }} amounts={{}} />)).toBe(
		'Total€48.40Includes €4.40 service fee and €4.40 tax',
	);
});
