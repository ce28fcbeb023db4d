import { expect, test } from 'vitest';
import { quartersOf } from './arrivals.ts';

test('quarters without arrivals are filled in, and half the guests are in by the end of one', () => {
	const data = [
		{ minute: -45, checkedIn: 3 },
		{ minute: -15, checkedIn: 4 },
		{ minute: 0, checkedIn: 2 },
	];
	expect(quartersOf(data)).toEqual({
		quarters: [
			{ minute: -45, checkedIn: 3 },
			{ minute: -30, checkedIn: 0 },
			{ minute: -15, checkedIn: 4 },
			{ minute: 0, checkedIn: 2 },
		],
		halfBy: 0,
	});
	expect(quartersOf([{ minute: 15, checkedIn: 1 }]).halfBy).toBe(30);
	expect(quartersOf([])).toEqual({ quarters: [], halfBy: null });
});
