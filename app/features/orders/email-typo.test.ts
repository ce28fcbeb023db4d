import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { suggestEmail } from './email-typo.ts';

describe('suggestEmail', () => {
	test.each([
		['anna@gmial.com', 'anna@gmail.com'],
		['anna@gmai.com', 'anna@gmail.com'],
		['anna@gmaill.com', 'anna@gmail.com'],
		['anna@gnail.com', 'anna@gmail.com'],
		['anna@gmail.con', 'anna@gmail.com'],
		['Anna.B@HOTMIAL.COM', 'Anna.B@hotmail.com'],
		['b@outlok.com', 'b@outlook.com'],
		['b@yaho.com', 'b@yahoo.com'],
		['b@my-firm.con', 'b@my-firm.com'],
		['b@iclod.com', 'b@icloud.com'],
	])('%s was meant to be %s', (typed, meant) => expect(suggestEmail(typed)).toBe(meant));

	test.each([
		'anna@gmail.com',
		'a@example.org',
		'a@mail.com',
		'a@gmx.ch',
		'a@ymail.com',
		'a@b',
		'@gmial.com',
		'',
		'anna',
		'a@firm.co',
	])('%s is left alone', (typed) => expect(suggestEmail(typed)).toBeNull());

	test('a suggestion is never itself in need of one', () => {
		fc.assert(
			fc.property(fc.emailAddress(), (address) => {
				const meant = suggestEmail(address);
				if (meant !== null) expect(suggestEmail(meant)).toBeNull();
			}),
		);
	});
});
