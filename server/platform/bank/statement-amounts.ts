import { currencyDigits } from '#shared/lib/currencies.ts';
import { isCurrency } from '#shared/lib/currency-list.ts';
import { textToMoney } from '#shared/lib/money-text.ts';
import { directionOf } from './statement-vocabulary.ts';

/** An amount as a cell says it. */
export interface StatementAmount {
	/** Without sign. */
	minor: number;
	currency: string;
	/** Its sign, parentheses or mark say that money went out. */
	isOut: boolean;
	/** It has a sign, parentheses or a mark. */
	isMarked: boolean;
}

/** Signs of currencies, with those that they can mean. */
const signs: Record<string, string> = {
	...{
		'€': 'EUR',
		euro: 'EUR',
		euros: 'EUR',
		'£': 'GBP GIP FKP SHP EGP LBP',
		zł: 'PLN',
		kč: 'CZK',
		ft: 'HUF',
	},
	...{
		'₺': 'TRY',
		tl: 'TRY',
		'₽': 'RUB',
		'₴': 'UAH',
		'₹': 'INR',
		rs: 'INR PKR LKR NPR MUR',
		'₪': 'ILS',
		'₩': 'KRW',
	},
	...{ '¥': 'JPY CNY', 円: 'JPY', kr: 'SEK NOK DKK ISK', lei: 'RON MDL', лв: 'BGN', fr: 'CHF', sfr: 'CHF' },
	...{
		$: 'USD CAD AUD NZD SGD HKD MXN CLP COP ARS BBD BMD BSD BZD FJD JMD LRD NAD TTD TWD UYU XCD',
		us$: 'USD',
	},
	...{
		r$: 'BRL',
		a$: 'AUD',
		au$: 'AUD',
		c$: 'CAD',
		ca$: 'CAD',
		nz$: 'NZD',
		s$: 'SGD',
		hk$: 'HKD',
		'₫': 'VND',
		'฿': 'THB',
	},
	...{ '₱': 'PHP', '₦': 'NGN', '₵': 'GHS', '₡': 'CRC', '₸': 'KZT', '₾': 'GEL', kn: 'HRK', r: 'ZAR' },
};

/** The currency that a code, a sign or a name says; `expected` where it can be that. Null: none that is known. */
export function currencyOf(text: string, expected: string): string | null {
	const plain = text.trim().replace(/\.$/, '');
	const code = plain.toUpperCase();
	if (/^[A-Z]{3}$/.test(code) && isCurrency(code)) return code;
	const meant = signs[plain.toLowerCase()]?.split(' ') ?? [];
	if (meant.includes(expected)) return expected;
	return meant.length === 1 || plain === '£' ? (meant[0] ?? null) : null;
}

/** A currency with as many digits, whose amounts have no least step: banks book fractions that nobody pays with. */
const stepless: Record<number, string> = { 0: 'JPY', 2: 'EUR', 3: 'KWD' };

const longestAmount = 60;
const plainNumber = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i;
const ambiguous = /^\d{1,3}([.,])\d{3}$/;

/** The figure in a cell. */
const figureOf = (cell: string) =>
	cell
		.normalize('NFKC')
		.replaceAll(/[^\d.,'’٫٬\s]/g, '')
		.trim();

/** How the amounts of a file are written. */
export interface AmountStyle {
	/** The sign before cents, where one value of the file shows it and none contradicts. */
	decimalSign: string | null;
	/** All values have three digits behind their last sign. */
	hasThree: boolean;
}

/** Finds out what the amounts of a file have in common, for the few that could be read in two ways. */
export function amountStyleOf(cells: readonly string[]): AmountStyle {
	const figures = cells.map(figureOf).filter((figure) => figure !== '');
	const found = new Set(figures.map((figure) => /([.,])\d{1,2}$/.exec(figure)?.[1]).filter(Boolean));
	const [sign] = found;
	return {
		decimalSign: found.size === 1 ? (sign ?? null) : null,
		hasThree: figures.length > 0 && figures.every((figure) => /[.,]\d{3}$/.test(figure)),
	};
}

function minorOf(figure: string, currency: string, style: AmountStyle): number | null {
	const digits = currencyDigits(currency);
	let plain = figure.replaceAll(/[\s'’]/g, '');
	// `1,23,456.00`: lakhs.
	if (/^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/.test(plain)) plain = plain.replaceAll(',', '');
	const sign = ambiguous.exec(plain)?.[1];
	if (sign) {
		if (plain.startsWith('0') && digits !== 3) return null;
		if (digits === 2 && style.decimalSign === sign) return null;
		if (digits === 3 && !style.hasThree) return null;
	}
	// Zeros beyond the digits of the currency: `1,250.00` JPY, `23.5000` EUR.
	const behind = /[.,](\d+)$/.exec(plain)?.[1];
	if (behind && behind.length !== 3 && behind.length > digits && /^0*$/.test(behind.slice(digits)))
		plain = plain.slice(0, plain.length - behind.length + digits);
	return textToMoney(plain, stepless[digits] ?? currency);
}

/**
 * Reads one amount: sign before or behind it, parentheses, `CR` and `DR`, the code or sign of its currency.
 * @param isNumber it is the number of a cell of Excel, which carries the noise of binary fractions
 * @returns null for what is none, or could be two
 */
export function readAmount(
	cell: string,
	currency: string,
	style: AmountStyle,
	isNumber = false,
): StatementAmount | null {
	if (cell.length > longestAmount) return null;
	const text = cell
		.normalize('NFKC')
		.replaceAll(/[−‒–—]/g, '-')
		.trim();
	const isFraction = /^[+-]?\d+\.\d{6,}$/.test(text) || /\de[+-]?\d/i.test(text);
	if (plainNumber.test(text) && (isNumber || isFraction)) {
		const minor = Math.round(Math.abs(Number(text)) * 10 ** currencyDigits(currency));
		if (!Number.isSafeInteger(minor)) return null;
		return { minor, currency, isOut: text.startsWith('-'), isMarked: /^[+-]/.test(text) };
	}
	let isOut = false;
	let isMarked = false;
	let own = currency;
	for (const [word] of text.matchAll(/\p{L}*\p{Sc}|\p{L}+\.?/gu)) {
		const named = currencyOf(word, currency);
		const direction = directionOf(word);
		if (direction && !(named && word.length > 1)) {
			isMarked = true;
			isOut ||= direction === 'out';
		} else if (named) own = named;
		else return null;
	}
	const rest = text.replaceAll(/\p{L}*\p{Sc}|\p{L}+\.?/gu, ' ').trim();
	// Blanks group thousands.
	if (/\d\s+\d{1,2}(?!\d)/.test(rest)) return null;
	const match = /^([+-]?\(|[+-]?)([+-]?)(\d[\d.,'’٫٬]*)([)+-]?)$/.exec(rest.replaceAll(/\s/g, ''));
	if (!match) return null;
	const [, before, inside, figure = '', behind] = match;
	if (before?.endsWith('(') !== (behind === ')')) return null;
	const marks = [before, inside, behind].filter((mark) => mark !== '');
	if (marks.filter((mark) => mark === '-' || mark === '+').length > 1) return null;
	isMarked ||= marks.length > 0;
	isOut ||= marks.some((mark) => mark?.startsWith('-') || mark?.endsWith('('));
	const minor = minorOf(figure, own, style);
	return minor === null ? null : { minor, currency: own, isOut, isMarked };
}
