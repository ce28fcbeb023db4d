import { currencyDigits, leastStep, writtenDigits } from '#shared/lib/currencies.ts';

/** Minor units as text for a field: 1250 EUR is `12.50`, 1250 JPY is `1250`, 1250 KWD is `1.250`. */
export function moneyToText(minor: number, currency: string): string {
	const digits = currencyDigits(currency);
	if (writtenDigits(minor, currency) === 0) return String(minor / 10 ** digits);
	const padded = String(Math.abs(minor)).padStart(digits + 1, '0');
	return `${minor < 0 ? '-' : ''}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/**
 * What a person typed as an amount, in minor units; null when it is none, negative or finer than the currency. Comma and point may be
 * either sign: the last one is the decimal sign if no more digits follow it than the currency has, else it groups thousands.
 */
export function textToMoney(text: string, currency: string): number | null {
	const digits = currencyDigits(currency);
	const plain = text
		.normalize('NFKC')
		.replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
		.replaceAll('٫', '.')
		.replaceAll(/[\s'’٬]|\p{Sc}|[A-Za-z]{3}/gu, '');
	if (!/^\d[\d.,]*$/.test(plain)) return null;
	const at = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
	const isDecimal = at >= 0 && plain.length - at - 1 <= digits;
	const whole = isDecimal ? plain.slice(0, at) : plain;
	const fraction = isDecimal ? plain.slice(at + 1) : '';
	if (!/^(?:\d+|\d{1,3}(?:[.,]\d{3})+)$/.test(whole)) return null;
	const minor = Number(whole.replaceAll(/[.,]/g, '') + fraction.padEnd(digits, '0'));
	return minor <= MAX_MINOR && minor % leastStep(currency) === 0 ? minor : null;
}

/** The largest amount that the API takes. */
const MAX_MINOR = 99_999_999_999;
