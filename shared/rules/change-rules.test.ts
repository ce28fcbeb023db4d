import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areChangesKinder, type ChangeRules, changePolicyText } from './change-rules.ts';
import { deadlineOf } from './refund-policy.ts';

const rules: fc.Arbitrary<ChangeRules> = fc.record(
	{
		until: fc.oneof(
			fc.constant(null),
			fc.record({ days: fc.integer({ min: 1, max: 6 }) }),
			fc.record({ hours: fc.integer({ min: 1, max: 150 }) }),
		),
		keepMinor: fc.integer({ min: 1, max: 5 }),
		allowsLower: fc.boolean(),
	},
	{ requiredKeys: ['until', 'allowsLower'] },
);
/** In zones whose clocks change by an hour, by half of one, and never. */
const events = fc.record({
	timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'),
	startsAt: fc.date({
		min: new Date('2027-01-01T00:00:00Z'),
		max: new Date('2028-12-31T00:00:00Z'),
		noInvalidDate: true,
	}),
});

test('kinder rules end no earlier, keep no more and allow no fewer tickets, whenever the event starts', () => {
	let kinder = 0;
	fc.assert(
		fc.property(rules, rules, events, (before, after, event) => {
			if (!areChangesKinder(before, after)) return;
			kinder += 1;
			expect(deadlineOf(after.until, event).getTime()).toBeGreaterThanOrEqual(
				deadlineOf(before.until, event).getTime(),
			);
			expect(after.keepMinor ?? 0).toBeLessThanOrEqual(before.keepMinor ?? 0);
			expect(after.allowsLower || !before.allowsLower).toBe(true);
		}),
		{ numRuns: 2_000 },
	);
	expect(kinder).toBeGreaterThan(100);
});

test('the same rules are kind, and so is what is kinder than something kinder', () => {
	fc.assert(
		fc.property(rules, rules, rules, (a, b, c) => {
			expect(areChangesKinder(a, a)).toBe(true);
			if (areChangesKinder(a, b) && areChangesKinder(b, c)) expect(areChangesKinder(a, c)).toBe(true);
		}),
	);
});

const base: ChangeRules = { until: { days: 2 }, keepMinor: 200, allowsLower: false };

test.each<[string, ChangeRules | null, ChangeRules | null, boolean]>([
	['they begin', null, base, true],
	['they end', base, null, false],
	['later', base, { ...base, until: { days: 1 } }, true],
	['earlier', base, { ...base, until: { days: 3 } }, false],
	// At 20:00 the day before, and not at midnight.
	['a day as hours', { ...base, until: { days: 1 } }, { ...base, until: { hours: 24 } }, false],
	['until it starts', base, { ...base, until: null }, true],
	['no fee', base, { ...base, keepMinor: undefined }, true],
	['a fee', { ...base, keepMinor: undefined }, base, false],
	['for lower prices', base, { ...base, allowsLower: true }, true],
	['no longer for lower prices', { ...base, allowsLower: true }, base, false],
])('%s', (_, before, after, is) => expect(areChangesKinder(before, after)).toBe(is));

test.each<[ChangeRules | null, string]>([
	[null, ''],
	[{ until: null, allowsLower: true }, 'You can change your tickets until the event starts.'],
	[
		base,
		'You can change your tickets until 2 days before the event. Not for tickets that cost less. A fee of €2.00 is kept of each changed ticket.',
	],
	[{ until: { hours: 1 }, allowsLower: true }, 'You can change your tickets until 1 hour before the event.'],
])('%j is read as "%s"', (of, text) => expect(changePolicyText(of, 'EUR')).toBe(text));
