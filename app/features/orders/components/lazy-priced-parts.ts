import { lazy } from 'react';

/** The parts of the form that only events with prices show; free ones do not load them. */
type Parts = typeof import('./priced-parts.tsx');

const part = <Name extends keyof Parts>(name: Name) =>
	lazy<Parts[Name]>(async () => ({ default: (await import('./priced-parts.tsx'))[name] }));

export const TicketPrice = part('TicketPrice');
export const TierNote = part('TierNote');
export const PriceAlone = part('PriceAlone');
export const DonationAmount = part('DonationAmount');
export const CartTotal = part('CartTotal');
export const PayLabel = part('PayLabel');
export const PriceChanged = part('PriceChanged');
