/**
 * ISO 4217: the currencies whose amounts have other than two digits after the point. `Intl` is not used: for a dozen currencies it answers
 * the digits that people write, not those that amounts are stored and charged in, and it differs between versions.
 * 0, 2 and 3 are all that reports and bank statements know.
 */
export const otherDigits: Readonly<Record<0 | 3, string>> = {
	0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
	3: 'BHD IQD JOD KWD LYD OMR TND',
};

/** Nobody pays with their smaller unit any more: amounts are whole. */
const whole = new Set('AFN ALL COP HUF IDR IQD IRR LAK LBP MGA PKR'.split(' '));

const digitsOf = new Map(
	Object.entries(otherDigits).flatMap(([digits, codes]) =>
		codes.split(' ').map((code) => [code, Number(digits)]),
	),
);

/** Digits after the point that amounts of a currency are stored with: 2 for EUR, 0 for JPY, 3 for KWD. */
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
