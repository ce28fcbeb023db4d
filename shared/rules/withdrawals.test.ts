import { describe, expect, test } from 'vitest';
import { hasWithdrawalRight, purchaseNumber, purchaseNumberIn, withdrawalEndsAt } from './withdrawals.ts';

describe('the period of withdrawal', () => {
	test.each([
		['a weekday', '2026-11-02T10:00:00Z', 'Europe/Berlin', '2026-11-16T23:00:00.000Z'],
		[
			'late in the evening it is the next day there',
			'2026-11-02T23:30:00Z',
			'Europe/Berlin',
			'2026-11-17T23:00:00.000Z',
		],
		['a Saturday goes on to Monday', '2026-11-07T10:00:00Z', 'Europe/Berlin', '2026-11-23T23:00:00.000Z'],
		['a Sunday goes on to Monday', '2026-11-08T10:00:00Z', 'Europe/Berlin', '2026-11-23T23:00:00.000Z'],
		['over the end of summer time', '2026-10-20T10:00:00Z', 'Europe/Berlin', '2026-11-03T23:00:00.000Z'],
		[
			'over the beginning of summer time',
			'2026-03-17T10:00:00Z',
			'Europe/Berlin',
			'2026-03-31T22:00:00.000Z',
		],
		['over the end of a month and a year', '2026-12-21T10:00:00Z', 'UTC', '2027-01-05T00:00:00.000Z'],
		['a leap day', '2028-02-15T10:00:00Z', 'UTC', '2028-03-01T00:00:00.000Z'],
	])('%s', (_, from, zone, end) => {
		expect(withdrawalEndsAt(new Date(from), zone).toISOString()).toBe(end);
	});
});

test('sellers of the EU, the EEA and the United Kingdom give it, and those who named no country', () => {
	expect(['DE', 'NO', 'LI', 'IS', 'GB', ''].every(hasWithdrawalRight)).toBe(true);
	expect(['US', 'CH', 'JP'].some(hasWithdrawalRight)).toBe(false);
});

test('the number of a purchase is read as it is typed', () => {
	const number = purchaseNumber('0197a1d2-0000-7000-8000-0123456789ab');
	expect(number).toMatch(/^GC-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
	for (const typed of [number, number.toLowerCase(), number.replaceAll('-', ' '), number.slice(3)])
		expect(purchaseNumberIn(typed)).toBe(number);
	expect(purchaseNumberIn(number.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(number);
	for (const typed of ['', 'K7QX2M', 'GC-12', `${number}9`, 'GC-UUUU-UUUU'])
		expect(purchaseNumberIn(typed)).toBeNull();
});
