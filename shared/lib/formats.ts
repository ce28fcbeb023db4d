/**
 * Everything a page or a mail shows as a date, a time, a number or money, through Intl. Server and browser may come with different
 * releases of the same data, which differ in kinds of blanks only; blanks are made equal, so that hydration agrees.
 */

import { currencyDigits, writtenDigits } from './currencies.ts';
export interface Formats {
	/** `1,234.5` */
	number(value: number): string;
	/** A share between 0 and 1 as `87%`. */
	percent(share: number): string;
	/** Minor units in the currency's own digits: 1250 EUR is `€12.50`, 1250 JPY is `¥1,250`, 1250 KWD is `KWD 1.250`. */
	money(minor: number, currency: string): string;
	/** `Saturday, November 21, 2026` in the zone. */
	date(instant: Instant, timeZone: string): string;
	/** `Sat, Nov 21`; the year beside it when it is not this year. */
	shortDate(instant: Instant, timeZone: string, now?: Date): string;
	/** `7:30 PM` */
	time(instant: Instant, timeZone: string): string;
	/** `Nov 21, 2026, 7:30 PM` */
	dateTime(instant: Instant, timeZone: string): string;
	/** The parts of a small calendar tile. */
	tile(instant: Instant, timeZone: string): { month: string; day: string; weekday: string };
	/** When something happens in its own zone; see `When`. */
	when(span: Span): When;
	/** The zone by its difference from UTC and its city, in every language alike: `UTC+1 (Berlin)`, `UTC−5 (Toronto)`, `UTC`. */
	zone(instant: Instant, timeZone: string): string;
	/** `in 3 days`, `2 hours ago`; the unit that reads best. */
	relative(instant: Instant, now?: Date): string;
	/** `2 h 30 min` */
	duration(ms: number): string;
	/** `a, b, and c` */
	list(items: string[]): string;
	/** `1.2 MB` */
	fileSize(bytes: number): string;
	/** A country's name from its two letters. */
	country(code: string): string;
}

export type Instant = string | number | Date;

export interface Span {
	startsAt: Instant;
	endsAt?: Instant | null;
	/** IANA name of the event's zone. */
	timeZone: string;
	isAllDay?: boolean;
}

export interface When {
	/** `Saturday, November 21, 2026`, or the first and the last day. */
	date: string;
	/** `7:00 – 9:30 PM`; empty for whole days and where the days already say so. */
	time: string;
}

/**
 * The formats of a language, or of English as one of `englishRegions`. Cached for each: making an Intl object costs more than using it.
 */
export function formatsFor(locale: string): Formats {
	let formats = made.get(locale);
	if (!formats) {
		formats = makeFormats(locale === 'en-AU' ? 'en-GB-u-hc-h12' : locale);
		made.set(locale, formats);
	}
	return formats;
}

/** Whether two zones show different clocks at an instant. */
export function isOtherClock(instant: Instant, zone: string, otherZone: string): boolean {
	const wall = (timeZone: string) =>
		dateFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(instant));
	return wall(zone) !== wall(otherZone);
}

/** The city of an IANA zone as people write it: `America/Argentina/Buenos_Aires` is Buenos Aires. */
export function zoneCity(timeZone: string): string {
	if (/^(Etc\/)?(UTC|GMT|Zulu|Universal|UCT)$/.test(timeZone)) return 'UTC';
	return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/**
 * How far a zone's clock is from UTC: `UTC+5:30`, `UTC−5`, `UTC`. Abbreviations such as `CET` are known to the data of some languages for
 * some zones alone, several mean different zones (`IST`, `CST`), and releases of the data write `GMT` or `GMT+0`.
 */
export function offsetText(timeZone: string, at: Date, formatOf = dateFormat): string {
	const parts = formatOf('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
	const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
	return name.replace(/GMT([+-]0$)?/, 'UTC').replace('-', '−');
}

/** Where browsers and servers name a region differently (CLDR has a long and a short form), one name for both. */
const ENGLISH_REGIONS: Record<string, string> = {
	FK: 'Falkland Islands',
	HK: 'Hong Kong',
	MO: 'Macao',
	PS: 'Palestine',
};

/** Made when it is first used: a page that makes all of them at once while it starts is held up by it. */
function once<Value>(make: () => Value): () => Value {
	let value: Value | undefined;
	return () => (value ??= make());
}

const made = new Map<string, Formats>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const key = `${locale} ${JSON.stringify(options)}`;
	let format = dateFormats.get(key);
	if (!format) {
		format = new Intl.DateTimeFormat(locale, options);
		dateFormats.set(key, format);
	}
	return format;
}

/**
 * One kind of blank each: no break inside a time and a sum, an ordinary blank elsewhere. Between weekday and day no comma: whether
 * British English has one depends on the release of the data.
 */
function even(text: string): string {
	return text
		.replace(/(\d)\u202f(?=\d)/g, '$1\u00a0')
		.replace(/[\u2009\u202f]/g, ' ')
		.replace(/(\d) (?=[AaPp]\.?[Mm]\b)/g, '$1\u00a0')
		.replace(/\b((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*), (?=\d)/g, '$1 ')
		.replace(/ ?[–—] ?/g, ' – ');
}

const FULL_DAY: Intl.DateTimeFormatOptions = {
	weekday: 'long',
	year: 'numeric',
	month: 'long',
	day: 'numeric',
};
const MEDIUM_DAY: Intl.DateTimeFormatOptions = {
	weekday: 'short',
	year: 'numeric',
	month: 'short',
	day: 'numeric',
};
const CLOCK: Intl.DateTimeFormatOptions = { timeStyle: 'short' };

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
	['year', 365 * 86_400],
	['month', 30 * 86_400],
	['week', 7 * 86_400],
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
];

const MAX_CACHED_SPANS = 500;

/** Ranges are what Intl writes slowest, and a rush writes those of one event again and again, on pages and in emails. */
function cacheSpans(write: Formats['when']): Formats['when'] {
	const cached = new Map<string, ReturnType<Formats['when']>>();
	return (span) => {
		const { startsAt, endsAt, timeZone, isAllDay } = span;
		const key = [startsAt, endsAt].map((instant) => instant && new Date(instant).getTime()).join(' ');
		const keyInZone = `${key} ${timeZone} ${isAllDay ?? false}`;
		let written = cached.get(keyInZone);
		if (!written) {
			written = write(span);
			if (cached.size >= MAX_CACHED_SPANS) cached.clear();
			cached.set(keyInZone, written);
		}
		return written;
	};
}

function makeFormats(locale: string): Formats {
	const numbers = once(() => new Intl.NumberFormat(locale));
	const percents = once(() => new Intl.NumberFormat(locale, { style: 'percent' }));
	const lists = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
	const relatives = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
	const regions = once(() => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }));
	const currencies = new Map<string, Intl.NumberFormat>();

	const show = (instant: Instant, options: Intl.DateTimeFormatOptions) =>
		even(dateFormat(locale, options).format(new Date(instant)));
	const showSpan = ({ startsAt, endsAt }: Span, options: Intl.DateTimeFormatOptions) =>
		even(dateFormat(locale, options).formatRange(new Date(startsAt), new Date(endsAt ?? startsAt)));

	function currencyFormat(currency: string, digits: number) {
		const key = `${currency} ${digits}`;
		let format = currencies.get(key);
		if (!format) {
			const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
			format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...exactly });
			currencies.set(key, format);
		}
		return format;
	}
	function unit(name: string, maximumFractionDigits = 0, unitDisplay: 'short' | 'long' = 'short') {
		return new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits });
	}

	const formats: Formats = {
		number: (value) => even(numbers().format(value)),
		percent: (share) => even(percents().format(share)),
		money(minor, currency) {
			const format = currencyFormat(currency, writtenDigits(minor, currency));
			// As decimal text, so that no sum is too large to be exact.
			return format
				.format(`${minor}E-${currencyDigits(currency)}` as Intl.StringNumericLiteral)
				.replace(/\u202f/g, '\u00a0');
		},
		date: (instant, timeZone) => show(instant, { ...FULL_DAY, timeZone }),
		shortDate(instant, timeZone, now = new Date()) {
			const year = (date: Instant) => show(date, { year: 'numeric', timeZone });
			const isThisYear = year(instant) === year(now);
			return show(instant, { ...MEDIUM_DAY, year: isThisYear ? undefined : 'numeric', timeZone });
		},
		time: (instant, timeZone) => show(instant, { ...CLOCK, timeZone }),
		dateTime: (instant, timeZone) => show(instant, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
		tile: (instant, timeZone) => ({
			month: show(instant, { month: 'short', timeZone }),
			day: show(instant, { day: 'numeric', timeZone }),
			get weekday() {
				return show(instant, { weekday: 'short', timeZone });
			},
		}),
		when: cacheSpans((span) => {
			const { startsAt, endsAt, timeZone } = span;
			// A whole-day event ends at midnight: its last day is the one before.
			const lastAt =
				endsAt && span.isAllDay ? new Date(new Date(endsAt).getTime() - 1) : (endsAt ?? startsAt);
			const first = formats.date(startsAt, timeZone);
			const isOneDay = first === formats.date(lastAt, timeZone);
			const isOneNight =
				new Date(lastAt).getTime() - new Date(startsAt).getTime() < 12 * 3_600_000 && !span.isAllDay;
			if (isOneDay || isOneNight) {
				const start = formats.time(startsAt, timeZone);
				const clock = isOneDay
					? showSpan(span, { ...CLOCK, timeZone })
					: `${start} – ${formats.time(lastAt, timeZone)}`;
				return { date: first, time: span.isAllDay ? '' : endsAt ? clock : start };
			}
			const date = showSpan({ ...span, endsAt: lastAt }, { ...MEDIUM_DAY, timeZone });
			const time = span.isAllDay ? '' : formats.time(startsAt, timeZone);
			return { date, time };
		}),
		zone(instant, timeZone) {
			const offset = offsetText(timeZone, new Date(instant));
			const city = zoneCity(timeZone);
			// Zones without a place have a name whose sign is the other way round.
			return city === offset || timeZone.startsWith('Etc/') ? offset : `${offset} (${city})`;
		},
		relative(instant, now = new Date()) {
			const seconds = (new Date(instant).getTime() - now.getTime()) / 1000;
			const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
			return even(
				step ? relatives().format(Math.round(seconds / step[1]), step[0]) : relatives().format(0, 'second'),
			);
		},
		duration(ms) {
			const minutes = Math.round(ms / 60_000);
			const days = Math.floor(minutes / 1_440);
			const hours = Math.floor((minutes % 1_440) / 60);
			const parts = [
				days > 0 ? unit('day').format(days) : '',
				hours > 0 ? unit('hour').format(hours) : '',
				minutes % 60 > 0 || minutes === 0 ? unit('minute').format(minutes % 60) : '',
			];
			return even(parts.filter(Boolean).join(' '));
		},
		list: (items) => lists().format(items),
		fileSize(bytes) {
			if (bytes < 1_000) return even(unit('byte', 0, 'long').format(bytes));
			if (bytes < 1_000_000) return even(unit('kilobyte').format(bytes / 1_000));
			return even(unit('megabyte', 1).format(bytes / 1_000_000));
		},
		country: (code) => {
			if (!/^[A-Z]{2}$/.test(code)) return code;
			return (locale.startsWith('en') ? ENGLISH_REGIONS[code] : undefined) ?? regions().of(code) ?? code;
		},
	};
	return formats;
}
