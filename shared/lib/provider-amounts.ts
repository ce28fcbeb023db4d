import { currencyDigits } from './currencies.ts';
import { isCurrency } from './currency-list.ts';

/**
 * How the card provider counts a currency, where it differs from ISO 4217 (docs.stripe.com/currencies, "Zero-decimal currencies" and "Special
 * cases"): ISK and UGX are sent with two digits that are 00, MGA without its two.
 */
const providerDigits: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** The provider rounds the last of three digits away, so it must be 0. */
const lastDigitZero: readonly string[] = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

/** The provider charges nothing in these. */
const notCharged = 'BTN CUP ERN GHS IQD IRR KPW LYD MRU SDG SSP STN SVC SYP TMT VES ZWG';

/**
 * The provider's least charge in minor units, by currency (docs.stripe.com/currencies, "Minimum and maximum charge amounts"). For other
 * currencies it is about 0.50 USD at the day's rate, which only the provider knows.
 */
const leastCharges: Readonly<Record<string, number>> = {
	AED: 200,
	ARS: 50,
	AUD: 50,
	BGN: 100,
	BRL: 50,
	CAD: 50,
	CHF: 50,
	COP: 50,
	CZK: 1500,
	DKK: 250,
	EUR: 50,
	GBP: 30,
	HKD: 400,
	HUF: 17_500,
	ILS: 50,
	INR: 50,
	JPY: 50,
	KRW: 50,
	MXN: 1000,
	MYR: 200,
	NOK: 300,
	NZD: 50,
	PHP: 50,
	PLN: 200,
	RON: 200,
	RUB: 50,
	SEK: 300,
	SGD: 50,
	THB: 1000,
	USD: 50,
	ZAR: 50,
};

/** True when the card provider charges in this currency. */
export function isChargeable(currency: string): boolean {
	return isCurrency(currency) && !notCharged.includes(currency);
}

/** Amounts that can be charged by card are multiples of this, in minor units: 1 for EUR, 10 for KWD, 100 for MGA. */
export function chargeStep(currency: string): number {
	if (lastDigitZero.includes(currency)) return 10;
	return 10 ** Math.max(0, currencyDigits(currency) - (providerDigits[currency] ?? currencyDigits(currency)));
}

/** The least amount that can be charged by card, in minor units; where the provider names none, the least step. */
export function leastCharge(currency: string): number {
	return leastCharges[currency] ?? chargeStep(currency);
}

/** An amount in the units of the card provider. @throws RangeError when it cannot be charged in this currency */
export function toProvider(minor: number, currency: string): number {
	if (!isChargeable(currency) || !Number.isSafeInteger(minor) || minor % chargeStep(currency) !== 0) {
		throw new RangeError(`${minor} ${currency} cannot be charged by card.`);
	}
	const digits = currencyDigits(currency);
	const theirs = providerDigits[currency] ?? digits;
	return theirs >= digits ? minor * 10 ** (theirs - digits) : minor / 10 ** (digits - theirs);
}

/** The opposite of `toProvider`. @throws RangeError for an amount that has no whole minor units, such as 5.50 ISK */
export function fromProvider(amount: number, currency: string): number {
	const digits = currencyDigits(currency);
	const theirs = providerDigits[currency] ?? digits;
	const minor = theirs <= digits ? amount * 10 ** (digits - theirs) : amount / 10 ** (theirs - digits);
	if (!isCurrency(currency) || !Number.isSafeInteger(minor)) {
		throw new RangeError(`${amount} ${currency} of the card provider is no whole amount.`);
	}
	return minor;
}
