import { currencyDigits, leastStep } from '#shared/lib/currencies.ts';
import { MAX_AMOUNT } from './money.ts';

/**
 * The least amounts that Stripe charges, in minor units (docs.stripe.com/currencies, "Minimum and maximum charge amounts"). For other
 * currencies it publishes none and converts to the currency of the account.
 */
const leastCharges: Readonly<Record<string, number>> = {
	AED: 200,
	ARS: 50,
	AUD: 50,
	BGN: 100,
	BRL: 50,
	CAD: 50,
	CHF: 50,
	COP: 100,
	CZK: 1_500,
	DKK: 250,
	EUR: 50,
	GBP: 30,
	HKD: 400,
	HUF: 17_500,
	ILS: 50,
	INR: 50,
	JPY: 50,
	KRW: 50,
	MXN: 1_000,
	MYR: 200,
	NOK: 300,
	NZD: 50,
	PHP: 50,
	PLN: 200,
	RON: 200,
	RUB: 50,
	SEK: 300,
	SGD: 50,
	THB: 1_000,
	USD: 50,
	ZAR: 50,
};

/**
 * The step of amounts that can be charged, in minor units: 1 for EUR, 100 for HUF. Of currencies with three digits, card networks take
 * the last one only as 0.
 */
export const chargeStep = (currency: string): number =>
	Math.max(leastStep(currency), currencyDigits(currency) === 3 ? 10 : 1);

/** The least amount above 0 that can be charged, in minor units. */
export const leastCharge = (currency: string): number => leastCharges[currency] ?? chargeStep(currency);

export type ChargeProblem = 'amount-too-small' | 'amount-too-large' | 'amount-step';

/** Why an amount in minor units cannot be charged; null: it can. 0 is not charged at all and never a problem. */
export function chargeProblem(amountMinor: number, currency: string): ChargeProblem | null {
	if (amountMinor === 0) return null;
	if (amountMinor % chargeStep(currency) !== 0) return 'amount-step';
	if (amountMinor < leastCharge(currency)) return 'amount-too-small';
	return amountMinor > MAX_AMOUNT ? 'amount-too-large' : null;
}
