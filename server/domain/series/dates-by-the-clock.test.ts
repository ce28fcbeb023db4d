import { expect, test } from 'vitest';
import { dateTimes } from '#shared/rules/series/date-times.ts';
import { createChance, faultSeed, isLong } from '#tests/support/seed.ts';
import { keysOfRule } from './rule.ts';

/**
 * Goal G4: in all time zones, over three years, with the rules of the screen and starts at each change of clocks, no date of a series is lost,
 * doubled, or at another time by the clock than its series says. The days are compared with a walk from day to day that knows nothing of
 * RRULE; the instants with what the engine says of the wall time of each zone. `npm run test:long` takes all zones.
 */
const from = '2027-01-01';
const to = '2029-12-31';
const days = Array.from({ length: Temporal.PlainDate.from(from).until(to).days + 1 }, (_, index) =>
	Temporal.PlainDate.from(from).add({ days: index }),
);

interface Case {
	rule: string;
	start: string;
	/** Whether a day after the start is one of its days. */
	has(day: Temporal.PlainDate, start: Temporal.PlainDate): boolean;
}

const weeksBetween = (a: Temporal.PlainDate, b: Temporal.PlainDate) => {
	const monday = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });
	return monday(a).until(monday(b), { largestUnit: 'week' }).weeks;
};
const monthsBetween = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
	(b.year - a.year) * 12 + b.month - a.month;
const nthOf = (day: Temporal.PlainDate) => Math.ceil(day.day / 7);

/** The rules that the screen makes, each with a start of its own. */
const cases: Case[] = [
	{ rule: 'FREQ=DAILY', start: '2027-01-01', has: () => true },
	{
		rule: 'FREQ=DAILY;INTERVAL=3',
		start: '2027-01-02',
		has: (day, start) => start.until(day).days % 3 === 0,
	},
	{ rule: 'FREQ=WEEKLY;BYDAY=SU', start: '2027-01-03', has: (day) => day.dayOfWeek === 7 },
	{
		rule: 'FREQ=WEEKLY;BYDAY=MO,WE,SA',
		start: '2027-01-02',
		has: (day) => [1, 3, 6].includes(day.dayOfWeek),
	},
	...[2, 3, 5].map(
		(n): Case => ({
			rule: `FREQ=WEEKLY;INTERVAL=${n};BYDAY=TU,SU`,
			start: '2027-01-05',
			has: (day, start) => [2, 7].includes(day.dayOfWeek) && weeksBetween(start, day) % n === 0,
		}),
	),
	...[15, 29, 31].map(
		(n): Case => ({
			rule: `FREQ=MONTHLY;BYMONTHDAY=${n}`,
			start: `2027-01-${n}`,
			has: (day) => day.day === n,
		}),
	),
	{ rule: 'FREQ=MONTHLY;BYMONTHDAY=-1', start: '2027-01-31', has: (day) => day.day === day.daysInMonth },
	{
		rule: 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=30',
		start: '2027-01-30',
		has: (day, start) => day.day === 30 && monthsBetween(start, day) % 2 === 0,
	},
	...[1, 2, 5].map(
		(n): Case => ({
			rule: `FREQ=MONTHLY;BYDAY=${n}FR`,
			start: `2027-01-${String(1 + (n - 1) * 7).padStart(2, '0')}`,
			has: (day) => day.dayOfWeek === 5 && nthOf(day) === n,
		}),
	),
	{
		rule: 'FREQ=MONTHLY;BYDAY=-1SU',
		start: '2027-01-31',
		has: (day) => day.dayOfWeek === 7 && day.day + 7 > day.daysInMonth,
	},
	{ rule: 'FREQ=YEARLY', start: '2027-03-28', has: (day) => day.month === 3 && day.day === 28 },
	{ rule: 'FREQ=YEARLY', start: '2028-02-29', has: (day) => day.month === 2 && day.day === 29 },
];

test.each(cases)('$rule from $start makes the days of a walk from day to day', ({ rule, start, has }) => {
	const first = Temporal.PlainDate.from(start);
	const walked = days
		.filter((day) => Temporal.PlainDate.compare(day, first) >= 0 && has(day, first))
		.flatMap((day) => [`${day}/1`, `${day}/2`]);
	const segment = { fromKey: `${start}/1`, rule, count: null, startTimes: ['02:00', '14:00'] };
	expect(keysOfRule({ ...segment, untilOn: to }, { most: 20_000 })).toEqual(walked);
	// So many dates, and from the second slot of the first day on.
	const count = Math.min(7, walked.length - 1);
	expect(keysOfRule({ ...segment, fromKey: `${start}/2`, untilOn: null, count }, { most: 20_000 })).toEqual(
		walked.slice(1, 1 + count),
	);
});

const zones = Intl.supportedValuesOf('timeZone');
const someZones = isLong ? zones : createChance('zones', faultSeed).shuffle(zones).slice(0, 24);

/** Wall times at which clocks change in a zone within the three years: the one before, the one after, and one between. */
function startsAtChanges(zone: string): string[] {
	const starts = new Set(['00:30', '19:30']);
	let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`${from}T00:00[${zone}]`);
	const end = Temporal.ZonedDateTime.from(`${to}T23:59[${zone}]`);
	while (at && starts.size < 8) {
		at = at.getTimeZoneTransition('next');
		if (!at || Temporal.ZonedDateTime.compare(at, end) > 0) break;
		const before = at.subtract({ nanoseconds: 1 });
		const shift = at.offsetNanoseconds - before.offsetNanoseconds;
		const after = at.toPlainTime().subtract({ minutes: Math.round(shift / 60e9 / 2) });
		for (const time of [before.toPlainTime(), after, at.toPlainTime()])
			starts.add(time.toString().slice(0, 5));
	}
	return [...starts];
}

test(`each date of ${someZones.length} zones is at the time of its series by the clock`, () => {
	const wrong: string[] = [];
	let looked = 0;
	for (const timeZone of someZones) {
		for (const start of startsAtChanges(timeZone)) {
			const segment = { startTimes: [start], lengthMinutes: 90, timeZone };
			let previous = Number.NEGATIVE_INFINITY;
			const chance = createChance(`${timeZone} ${start}`, faultSeed);
			const step = isLong ? 1 : chance.between(1, 2);
			for (let index = 0; index < days.length; index += step) {
				const day = days[index] as Temporal.PlainDate;
				const { startsAt, endsAt, clock } = dateTimes(`${day}/1`, segment);
				looked += 1;
				const wall = Temporal.PlainDateTime.from(`${day}T${start}`);
				const earlier = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
				const later = wall.toZonedDateTime(timeZone, { disambiguation: 'later' });
				const isSkipped = !earlier.toPlainDateTime().equals(wall);
				// After the jump; of two the first.
				const expected = isSkipped ? later : earlier;
				const isRight =
					startsAt.getTime() === expected.epochMilliseconds &&
					(clock === 'skipped') === isSkipped &&
					(clock === 'doubled') === (!isSkipped && !earlier.equals(later)) &&
					endsAt > startsAt &&
					startsAt.getTime() > previous;
				if (!isRight) wrong.push(`${timeZone} ${wall}`);
				previous = startsAt.getTime();
			}
		}
	}
	expect(wrong.slice(0, 20)).toEqual([]);
	expect(looked).toBeGreaterThan(20_000);
});
