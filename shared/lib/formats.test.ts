import { expect, test } from 'vitest';
import { formatsFor, isOtherClock, offsetText, zoneCity } from './formats.ts';

const en = formatsFor('en');
const BERLIN = 'Europe/Berlin';

test.each([
	[1250, 'EUR', '€12.50'],
	[1250, 'JPY', '¥1,250'],
	[1250, 'KWD', 'KWD\u00a01.250'],
	[0, 'USD', '$0.00'],
	[-5, 'USD', '-$0.05'],
	[99_999_999_999, 'EUR', '€999,999,999.99'],
	[29, 'EUR', '€0.29'],
])('money: %i minor units of %s are %s', (minor, currency, text) => {
	expect(en.money(minor, currency)).toBe(text);
});

test('numbers, shares, sizes and lists follow the language', () => {
	const de = formatsFor('de');
	expect([en.number(1234.5), de.number(1234.5)]).toEqual(['1,234.5', '1.234,5']);
	expect([en.percent(0.873), de.percent(0.873)]).toEqual(['87%', '87\u00a0%']);
	expect([en.fileSize(900), en.fileSize(1_234_567), de.fileSize(1_234_567)]).toEqual([
		'900 bytes',
		'1.2 MB',
		'1,2 MB',
	]);
	expect(de.list(['a', 'b', 'c'])).toBe('a, b und c');
	expect([en.country('DE'), de.country('DE'), en.country(''), en.country('??')]).toEqual([
		'Germany',
		'Deutschland',
		'',
		'??',
	]);
});

test('an instant is shown in the zone it belongs to, on both sides of a clock change', () => {
	expect(en.time('2027-03-28T00:59:00Z', BERLIN)).toBe('1:59\u00a0AM');
	expect(en.time('2027-03-28T01:00:00Z', BERLIN)).toBe('3:00\u00a0AM');
	expect(en.dateTime('2026-12-31T23:30:00Z', BERLIN)).toBe('Jan 1, 2027, 12:30\u00a0AM');
	expect(en.date('2026-11-21T18:30:00Z', BERLIN)).toBe('Saturday, November 21, 2026');
	expect(en.tile('2026-11-21T23:30:00Z', BERLIN)).toEqual({ month: 'Nov', day: '22', weekday: 'Sun' });
});

test('the year is left out when it is this year in the event’s zone', () => {
	const now = new Date('2026-12-31T23:30:00Z');
	expect(en.shortDate('2027-02-03T10:00:00Z', BERLIN, now)).toBe('Wed, Feb 3');
	expect(en.shortDate('2027-02-03T10:00:00Z', 'America/New_York', now)).toBe('Wed, Feb 3, 2027');
});

test('when: an evening, a night, several days, whole days, without an end', () => {
	const span = { startsAt: '2026-11-21T18:30:00Z', timeZone: BERLIN };
	const date = 'Saturday, November 21, 2026';
	expect(en.when({ ...span, endsAt: '2026-11-21T20:30:00Z' })).toEqual({
		date,
		time: '7:30 – 9:30\u00a0PM',
	});
	expect(en.when({ ...span, endsAt: '2026-11-22T01:30:00Z' })).toMatchObject({
		date,
		time: '7:30\u00a0PM – 2:30\u00a0AM',
	});
	expect(en.when({ ...span, endsAt: '2026-11-23T01:30:00Z' })).toMatchObject({
		date: 'Sat, Nov 21 – Mon, Nov 23, 2026',
		time: '7:30\u00a0PM',
	});
	expect(en.when(span)).toMatchObject({ date, time: '7:30\u00a0PM' });
	const day = {
		startsAt: '2026-11-20T23:00:00Z',
		endsAt: '2026-11-21T23:00:00Z',
		timeZone: BERLIN,
		isAllDay: true,
	};
	expect(en.when(day)).toMatchObject({ date, time: '' });
	expect(en.when({ ...day, endsAt: '2026-11-22T23:00:00Z' })).toMatchObject({
		date: 'Sat, Nov 21 – Sun, Nov 22, 2026',
		time: '',
	});
});

test('relative times take the unit that reads best', () => {
	const now = new Date('2026-11-21T12:00:00Z');
	const at = (seconds: number) => en.relative(now.getTime() + seconds * 1000, now);
	expect([0, 59, -60, 3_600, 86_400, -2 * 86_400, 14 * 86_400, 400 * 86_400].map(at)).toEqual([
		'now',
		'now',
		'1 minute ago',
		'in 1 hour',
		'tomorrow',
		'2 days ago',
		'in 2 weeks',
		'next year',
	]);
});

test('durations', () => {
	expect([0, 90_000 * 100, 86_400_000, 3_600_000 * 26].map(en.duration)).toEqual([
		'0 min',
		'2 hr 30 min',
		'1 day',
		'1 day 2 hr',
	]);
});

test('zones are named by their city, and compared by their clocks', () => {
	expect(['America/Argentina/Buenos_Aires', 'Europe/Berlin', 'Etc/UTC', 'UTC'].map(zoneCity)).toEqual([
		'Buenos Aires',
		'Berlin',
		'UTC',
		'UTC',
	]);
	expect(formatsFor('en-GB').zone('2026-11-21T18:30:00Z', BERLIN)).toBe('UTC+1 (Berlin)');
	expect(en.zone('2026-11-21T18:30:00Z', 'Etc/UTC')).toBe('UTC');
	expect(isOtherClock('2026-11-21T18:30:00Z', BERLIN, 'Europe/Paris')).toBe(false);
	expect(isOtherClock('2026-11-21T18:30:00Z', BERLIN, 'Europe/London')).toBe(true);
});

test('no blank that only one engine would write is left', () => {
	for (const locale of ['en', 'de', 'fr', 'ar', 'ja', 'pt-BR']) {
		const f = formatsFor(locale);
		const { date, time } = f.when({ startsAt: 0, endsAt: 7_200_000, timeZone: BERLIN });
		const texts = [date, time, f.dateTime(0, BERLIN), f.number(1e7), f.money(1e9, 'EUR'), f.duration(9e6)];
		expect(texts.join('')).not.toMatch(/[\u2009\u202f]/);
	}
});

test('British and Australian English write the day first, with 24 and with 12 hours', () => {
	const [gb, au] = [formatsFor('en-GB'), formatsFor('en-AU')];
	const at = '2026-11-22T19:00:00Z';
	const endsAt = '2026-11-22T20:30:00Z';
	expect([gb.dateTime(at, BERLIN), au.dateTime(at, BERLIN)]).toEqual([
		'22 Nov 2026, 20:00',
		'22 Nov 2026, 8:00\u00a0pm',
	]);
	expect([gb.time(at, BERLIN), au.time(at, BERLIN)]).toEqual(['20:00', '8:00\u00a0pm']);
	expect(gb.when({ startsAt: at, endsAt, timeZone: BERLIN })).toEqual({
		date: 'Sunday 22 November 2026',
		time: '20:00 – 21:30',
	});
	expect(gb.shortDate(at, BERLIN, new Date('2025-01-01'))).toBe('Sun 22 Nov 2026');
	expect(gb.when({ startsAt: at, endsAt: '2026-11-24T19:00:00Z', timeZone: BERLIN }).date).toBe(
		'Sun 22 Nov – Tue 24 Nov 2026',
	);
});

test('an hour alone is written as in a span and beside a date', () => {
	const f = formatsFor('en-GB');
	expect(f.time('2026-11-21T08:05:00Z', 'UTC')).toBe('08:05');
	expect(
		f.when({ startsAt: '2026-11-21T08:05:00Z', endsAt: '2026-11-21T09:30:00Z', timeZone: 'UTC' }).time,
	).toMatch(/^08:05/);
});

/** In the middle of winter and of summer of either half of the earth, and beside a change of clocks. */
const INSTANTS = [
	'2027-01-15T12:00:00Z',
	'2027-07-15T12:00:00Z',
	'2027-03-28T00:59:59Z',
	'2027-03-28T01:00:00Z',
];
const LOCALES = ['en', 'en-GB', 'en-AU', 'de', 'fr', 'ar', 'he', 'ja', 'pt-BR', 'zh-CN', 'hi'];

test('every zone is named the same way, in every language, as its clock goes', () => {
	const zones = ['UTC', 'Etc/GMT+5', 'Etc/GMT-14', ...Intl.supportedValuesOf('timeZone')];
	expect(zones.length).toBeGreaterThan(380);
	for (const instant of INSTANTS) {
		const at = new Date(instant);
		for (const timeZone of zones) {
			const name = en.zone(instant, timeZone);
			const [, sign, hours, minutes, city] = /^UTC(?:([+−])(\d{1,2})(?::(\d\d))?)?(?: \((.+)\))?$/.exec(
				name,
			) ?? [name];
			// Read from the clock itself, not from a name.
			const parts = new Intl.DateTimeFormat('en-GB', {
				timeZone,
				dateStyle: 'short',
				timeStyle: 'medium',
			}).formatToParts(at);
			const [day, month, year, hour, minute, second] = parts
				.filter(({ type }) => type !== 'literal')
				.map(({ value }) => Number(value));
			const wall = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second);
			const said = (sign === '−' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
			expect([timeZone, said]).toEqual([timeZone, (wall - at.getTime()) / 60_000]);
			if (!/^UTC|^Etc/.test(timeZone)) expect(city).toBe(zoneCity(timeZone));
		}
	}
	for (const locale of LOCALES)
		for (const timeZone of zones)
			if (formatsFor(locale).zone(INSTANTS[0]!, timeZone) !== en.zone(INSTANTS[0]!, timeZone))
				expect.fail(`${timeZone} in ${locale}`);
});

test.each([
	['America/Toronto', 'UTC−5 (Toronto)', 'UTC−4 (Toronto)'],
	['Europe/Berlin', 'UTC+1 (Berlin)', 'UTC+2 (Berlin)'],
	['Europe/London', 'UTC (London)', 'UTC+1 (London)'],
	['Asia/Kathmandu', 'UTC+5:45 (Kathmandu)', 'UTC+5:45 (Kathmandu)'],
	['America/St_Johns', 'UTC−3:30 (St Johns)', 'UTC−2:30 (St Johns)'],
	['Australia/Lord_Howe', 'UTC+11 (Lord Howe)', 'UTC+10:30 (Lord Howe)'],
	['Pacific/Chatham', 'UTC+13:45 (Chatham)', 'UTC+12:45 (Chatham)'],
	['Etc/GMT+5', 'UTC−5', 'UTC−5'],
	['Etc/Greenwich', 'UTC', 'UTC'],
])('%s is %s in January and %s in July', (timeZone, january, july) => {
	expect(INSTANTS.slice(0, 2).map((at) => formatsFor('de').zone(at, timeZone))).toEqual([january, july]);
});

test.each([
	['GMT', 'UTC'],
	['GMT+0', 'UTC'],
	['GMT-0', 'UTC'],
	['GMT+10', 'UTC+10'],
	['GMT-0:30', 'UTC−0:30'],
	['GMT-9:30', 'UTC−9:30'],
])('a release of the data that writes %s: %s', (value, written) => {
	const format = { formatToParts: () => [{ type: 'timeZoneName', value }] } as unknown as Intl.DateTimeFormat;
	expect(offsetText('UTC', new Date(0), () => format)).toBe(written);
});
