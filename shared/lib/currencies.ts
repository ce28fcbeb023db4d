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

/** All currencies with their names in a language, for a choice: `EUR – Euro`. */
export function listCurrencies(locale: string): { value: string; label: string }[] {
	const names = new Intl.DisplayNames(locale, { type: 'currency' });
	return currencyCodes.map((code) => {
		const name = names.of(code);
		return { value: code, label: name && name !== code ? `${code} – ${name}` : code };
	});
}
