import { describe, expect, test } from 'vitest';
import {
	afterFailure,
	agreementStates,
	agreementStatesBefore,
	periodEnd,
	unusedMinor,
} from './agreement-states.ts';

const at = (text: string) => new Date(`${text}T10:00:00Z`);

test('every pair of states: what may follow what', () => {
	const allowed = agreementStates.flatMap((to) => agreementStatesBefore(to).map((from) => `${from} → ${to}`));
	expect(allowed.sort()).toEqual(
		[
			'incomplete → active',
			'incomplete → ended',
			'active → past_due',
			'active → paused',
			'active → ended',
			'past_due → active',
			'past_due → ended',
			'paused → active',
			'paused → ended',
		].sort(),
	);
});

test('a refused charge is tried on days 3, 5 and 7, then the agreement ends', () => {
	const since = at('2026-03-01');
	expect([1, 2, 3, 4].map((failures) => afterFailure(failures, since))).toEqual([
		{ state: 'past_due', nextAt: at('2026-03-04') },
		{ state: 'past_due', nextAt: at('2026-03-06') },
		{ state: 'past_due', nextAt: at('2026-03-08') },
		{ state: 'ended', nextAt: null },
	]);
});

describe('a period', () => {
	test.each([
		['2026-01-15', 'month', 15, '2026-02-15'],
		['2026-01-31', 'month', 31, '2026-02-28'],
		['2026-02-28', 'month', 31, '2026-03-31'],
		['2026-12-31', 'month', 31, '2027-01-31'],
		['2028-02-29', 'year', 29, '2029-02-28'],
		['2029-02-28', 'year', 29, '2030-02-28'],
		['2026-11-24', 'year', 24, '2027-11-24'],
	] as const)('that begins on %s, every %s, anchored on day %i, ends on %s', (from, every, day, to) => {
		expect(periodEnd(at(from), every, day)).toEqual(at(to));
	});

	test('gives back its days that have not begun, never more than was paid', () => {
		const period = { paidMinor: 3_000, startsAt: at('2026-04-01'), endsAt: at('2026-05-01') };
		expect(unusedMinor(period, at('2026-04-01'))).toBe(3_000);
		expect(unusedMinor(period, at('2026-04-16'))).toBe(1_500);
		expect(unusedMinor(period, new Date('2026-04-16T11:00:00Z'))).toBe(1_400);
		expect(unusedMinor(period, at('2026-06-01'))).toBe(0);
		expect(unusedMinor(period, at('2026-03-01'))).toBe(3_000);
	});
});
