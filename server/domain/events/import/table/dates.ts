/** A date and a time as a cell has them, without a zone unless the cell names an offset. */
export interface CellTime {
	date: string;
	/** `HH:MM`, or null for a date alone. */
	time: string | null;
	/** `Z` or `+02:00`. */
	offset: string | null;
}

/** Which number comes first in `3/4/2026`. */
export type DateOrder = 'day-first' | 'month-first';

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];

/** Names of months, long and short, to their numbers. */
const months = new Map(
	languages.flatMap((language) =>
		(['long', 'short'] as const).flatMap((month) => {
			const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
			return Array.from(
				{ length: 12 },
				(_, index) => [fold(format.format(Date.UTC(2026, index, 15))), index + 1] as const,
			);
		}),
	),
);

function fold(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\.$/, '');
}

const numbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})$/;

/**
 * The order of day and month in a column: what its impossible values rule out, else what its separator suggests.
 * @returns null for numbers with slashes that could be read either way
 */
export function dateOrderOf(cells: readonly string[]): DateOrder | null {
	let isAmbiguous = false;
	for (const cell of cells) {
		const [, first = '', separator, second = ''] = numbers.exec(datePart(cell)) ?? [];
		if (first === '') continue;
		if (Number(first) > 12) return 'day-first';
		if (Number(second) > 12) return 'month-first';
		if (separator === '/') isAmbiguous = true;
	}
	return isAmbiguous ? null : 'day-first';
}

const datePart = (cell: string) => cell.trim().split(/[\sT,]/, 1)[0] ?? '';

/**
 * Reads `2026-05-02`, `2026-05-02T19:00+02:00`, `02.05.2026 19:00`, `5/2/2026 7 PM`, `Sat, 2 May 2026, 19:00`, `May 2, 2026`.
 * @returns null when the cell is none of these; whether the day exists is for the caller to find out
 */
export function readCellTime(cell: string, order: DateOrder): CellTime | null {
	const text = cell.slice(0, 100).trim().replace(/\s+/g, ' ');
	const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]{1,2}(.{1,40}))?$/.exec(text);
	if (iso) return build([iso[1], iso[2], iso[3]], iso[4]);
	const [, first = '', separator = '', second = '', year = '', rest] =
		/^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:[T ,]{1,2}(.{1,40}))?$/.exec(text) ?? [];
	if (separator !== '') {
		const [day, month] = order === 'day-first' ? [first, second] : [second, first];
		return build([year.length === 2 ? `20${year}` : year, month, day], rest);
	}
	// With the month as a word; the day of the week says nothing new.
	const words = text.replace(/^\p{L}{2,12}\.?,? (?=\p{L}|\d)/u, (word) =>
		months.has(fold(word.trim().replace(/,$/, ''))) ? word : '',
	);
	const dayFirst =
		/^(\d{1,2})(?:st|nd|rd|th|\.)? (?:de )?(\p{L}{3,12})\.?,? (?:de )?(\d{4})(?:,? (.{1,40}))?$/u.exec(words);
	if (dayFirst) return build([dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]], dayFirst[4]);
	const monthFirst = /^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:,? (.{1,40}))?$/u.exec(words);
	if (monthFirst) return build([monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]], monthFirst[4]);
	return null;
}

const monthOf = (name = '') => months.get(fold(name))?.toString();

function build(parts: (string | undefined)[], rest: string | undefined): CellTime | null {
	if (parts.some((part) => part === undefined)) return null;
	const [year = '', month = '', day = ''] = parts as string[];
	const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	if (rest === undefined || rest.trim() === '') return { date, time: null, offset: null };
	const time = readTime(rest);
	return time && { date, ...time };
}

/** Reads `19:00`, `19:00:30`, `7 pm`, `7:30 p.m.`, `19h30`, `19.00 Uhr`, `19:00+02:00`. */
export function readTime(cell: string): { time: string; offset: string | null } | null {
	const match =
		/^(?:at |um |à )?(\d{1,2})(?:[:.h](\d{2})?(?::\d{2}(?:\.\d{1,9})?)?)? ?(?:uhr|h)?([ap])?\.?m?\.? ?(z|[+-]\d{2}:?\d{2})?$/i.exec(
			cell.slice(0, 40).trim(),
		);
	if (!match) return null;
	const [, hours = '', minutes = '00', half, offset] = match;
	// A number alone is no time.
	if (!half && !/[:.h]|uhr/i.test(cell)) return null;
	let hour = Number(hours);
	if (half) {
		if (hour < 1 || hour > 12) return null;
		hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
	}
	if (hour > 23 || Number(minutes) > 59) return null;
	return {
		time: `${String(hour).padStart(2, '0')}:${minutes}`,
		offset: offset ? offset.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') : null,
	};
}
