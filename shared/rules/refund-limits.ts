import { currencyDigits } from '../lib/currencies.ts';

/**
 * What a large refund is, in whole units of its currency: about 500 euros. Currencies that are not named are of 500 units, which is less in
 * most of them.
 */
const freshRefunds: Readonly<Record<string, number>> = {
	AED: 2_000,
	ARS: 500_000,
	BRL: 3_000,
	CLP: 500_000,
	CNY: 4_000,
	COP: 2_000_000,
	CZK: 12_000,
	DKK: 4_000,
	HKD: 4_000,
	HUF: 200_000,
	IDR: 8_000_000,
	ILS: 2_000,
	INR: 45_000,
	ISK: 75_000,
	JPY: 80_000,
	KES: 60_000,
	KRW: 750_000,
	MXN: 10_000,
	MYR: 2_500,
	NGN: 750_000,
	NOK: 6_000,
	PHP: 30_000,
	PLN: 2_000,
	RON: 2_500,
	RSD: 60_000,
	SEK: 6_000,
	THB: 18_000,
	TRY: 20_000,
	TWD: 16_000,
	UAH: 20_000,
	VND: 13_000_000,
	ZAR: 9_000,
};

/** What other currencies than those named are measured by. */
const otherRefunds = 500;

/** The amounts from which on a refund is large, as a document says them: `500 of any other currency`. */
export const freshRefundText: string = [
	...Object.entries(freshRefunds).map(([currency, units]) => `${currency} ${units.toLocaleString('en')}`),
	`${otherRefunds} of any other currency`,
].join(', ');

/**
 * Refunds from this amount on want a fresh sign-in, in minor units. It is reached by one refund, or by those of one member within an hour
 * together, in one currency. Refunds in bulk always want one.
 */
export const freshRefundMinor = (currency: string): number =>
	(freshRefunds[currency] ?? otherRefunds) * 10 ** currencyDigits(currency);
