/**
 * ISO 4217: the currencies that prices can be in, by the digits after the point. `Intl` is not asked: for a dozen currencies it answers the
 * digits that people write, not those that amounts are kept and charged in, and it differs between versions.
 */
const byDigits: Readonly<Record<number, string>> = {
	0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
	2:
		'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE ' +
		'CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD ' +
		'KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR ' +
		'PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU ' +
		'UZS VES WST XCD XCG YER ZAR ZMW ZWG',
	3: 'BHD IQD JOD KWD LYD OMR TND',
};

/** Nobody pays with their smaller unit any more: amounts are whole. */
const whole = new Set('AFN ALL COP HUF IDR IQD IRR LAK LBP MGA PKR'.split(' '));

const digitsOf = new Map(
	Object.entries(byDigits).flatMap(([digits, codes]) =>
		codes.split(' ').map((code) => [code, Number(digits)]),
	),
);

/** Codes in the order of the alphabet. */
export const currencyCodes: readonly string[] = [...digitsOf.keys()].sort();

export const isCurrency = (code: string): boolean => digitsOf.has(code);

/** Digits after the point that amounts of a currency are kept with: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
	return digitsOf.get(currency) ?? 2;
}

/** The least amount that a price goes up by, in minor units: 1 for EUR, 100 for HUF, 1000 for IQD. */
export function leastStep(currency: string): number {
	return whole.has(currency) ? 10 ** currencyDigits(currency) : 1;
}

/** Digits that are written for an amount: none where all amounts are whole. */
export function writtenDigits(minor: number, currency: string): number {
	const step = leastStep(currency);
	return step > 1 && minor % step === 0 ? 0 : currencyDigits(currency);
}

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
	AUD: 50,
	BGN: 100,
	BRL: 50,
	CAD: 50,
	CHF: 50,
	CZK: 1500,
	DKK: 250,
	EUR: 50,
	GBP: 30,
	HKD: 400,
	HUF: 17_500,
	INR: 50,
	JPY: 50,
	MXN: 1000,
	MYR: 200,
	NOK: 300,
	NZD: 50,
	PLN: 200,
	RON: 200,
	SEK: 300,
	SGD: 50,
	THB: 1000,
	USD: 50,
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

/** All currencies with their names in a language, for a choice: `EUR – Euro`. */
export function listCurrencies(locale: string): { value: string; label: string }[] {
	const names = new Intl.DisplayNames(locale, { type: 'currency' });
	return currencyCodes.map((code) => {
		const name = names.of(code);
		return { value: code, label: name && name !== code ? `${code} – ${name}` : code };
	});
}
