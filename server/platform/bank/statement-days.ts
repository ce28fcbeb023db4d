/** Languages whose names of months are read, beside numbers. */
const monthLocales = 'en de fr es it nl pt pl cs sk sv da nb fi hu ro hr sl et lv lt tr el'.split(' ');

/** Currencies of countries that write the month first. */
const monthFirstCurrencies = new Set(['USD', 'CAD', 'PHP']);

const fold = (text: string) =>
	text
		.normalize('NFKD')
		.toLowerCase()
		.replaceAll(/[^\p{L}]/gu, '');

let months: Map<string, number> | undefined;

/** Names of months, long and short, alone and beside a day. */
function monthNames(): Map<string, number> {
	if (months) return months;
	months = new Map();
	for (const locale of monthLocales) {
		for (const month of ['long', 'short'] as const) {
			for (const options of [{ month }, { month, day: 'numeric' }] as const) {
				const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
				for (let index = 0; index < 12; index += 1) {
					const parts = format.formatToParts(Date.UTC(2026, index, 15));
					const name = fold(parts.find(({ type }) => type === 'month')?.value ?? '');
					if (name.length > 2 && !months.has(name)) months.set(name, index + 1);
				}
			}
		}
	}
	months.set('sept', 9);
	return months;
}

/** A day of the calendar since 1900, written `2026-11-24`; null for anything else. */
export function dayOf(iso: string): string | null {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(iso) || iso < '1900') return null;
	const at = new Date(`${iso}T00:00:00Z`);
	return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null;
}

const dayFrom = (year: string, month: string | number, day: string) =>
	dayOf(
		`${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`,
	);

const inNumbers = /^(\d{1,2})([./-])\s?(\d{1,2})[./-]\s?(\d{4}|\d{2})(?!\d)/;
const yearFirst = /^(\d{4})[-/.]\s?(\d{1,2})[-/.]\s?(\d{1,2})(?!\d)/;
const compact = /^(\d{4})(\d{2})(\d{2})(?=$|\D|\d{6}$)/;
const dayFirst = /^(\d{1,2})[.\s-]+(\p{L}+)[.,\s-]+(\d{4}|\d{2})(?!\d)/u;
const monthFirst = /^(\p{L}+)[.\s-]+(\d{1,2})(?:st|nd|rd|th)?[,.\s-]+(\d{4})(?!\d)/u;

/** Days of Excel begin in 1900, with a leap day that was none. */
function dayOfSerial(text: string): string | null {
	const serial = Math.floor(Number(text));
	if (!/^\d{5}(?:\.\d+)?$/.test(text)) return null;
	return new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10);
}

/**
 * How the days of a file are written. With slashes or dashes the day comes first, unless a day of the file or its currency says otherwise.
 * @param all every day of the file
 * @returns reads a cell; null for what is no day, or could be two where the file writes both ways
 */
export function createDayReader(
	all: readonly string[],
	currency: string,
): (text: string, isNumber?: boolean) => string | null {
	const parts = all.map((text) => inNumbers.exec(text.trim())).filter((match) => match?.[2] !== '.');
	const isDayFirst = parts.some((match) => Number(match?.[1] ?? 0) > 12);
	const isMonthFirst = parts.some((match) => Number(match?.[3] ?? 0) > 12);
	const isMonthAhead = isMonthFirst || (!isDayFirst && monthFirstCurrencies.has(currency));
	return (cell, isNumber = false) => {
		const text = cell
			.trim()
			.replace(/^\p{L}+\.?,\s*/u, '')
			.replaceAll(/\sde\s/g, ' ');
		if (isNumber) {
			const day = dayOfSerial(text);
			if (day) return day;
		}
		const [, year, month, day] = yearFirst.exec(text) ?? compact.exec(text) ?? [];
		if (year && month && day) return dayFrom(year, month, day);
		const [, first, separator, second, end] = inNumbers.exec(text) ?? [];
		if (first && second && end) {
			if (separator === '.') return dayFrom(end, second, first);
			if (isDayFirst && isMonthFirst) return null;
			return isMonthAhead ? dayFrom(end, first, second) : dayFrom(end, second, first);
		}
		const named = dayFirst.exec(text);
		if (named) return dayFrom(named[3] ?? '', monthNames().get(fold(named[2] ?? '')) ?? 0, named[1] ?? '');
		const american = monthFirst.exec(text);
		if (!american) return null;
		return dayFrom(american[3] ?? '', monthNames().get(fold(american[1] ?? '')) ?? 0, american[2] ?? '');
	};
}
