import { expect, test } from 'vitest';
import { admitsByDefault, guestsOf } from './admission.ts';

test('add-ons admit nobody unless their organiser says so', () => {
	expect(['free', 'paid', 'donation', 'add_on'].map(admitsByDefault)).toEqual([true, true, true, false]);
});

test('tickets that let nobody in are no guests', () => {
	const sold = (isAdmission: boolean, confirmed: number) => ({ isAdmission, organiser: { confirmed } });
	expect(guestsOf([sold(true, 3), sold(false, 2), sold(true, 0), { isAdmission: true }])).toBe(3);
	expect(guestsOf([sold(false, 2)])).toBe(0);
	expect(guestsOf([])).toBe(0);
});
