import { describe, expect, test } from 'vitest';
import { fold } from '#shared/rules/text-search.ts';
import { GuestSearch, matchesGuest } from './search.ts';

const guest = { guestName: 'Zoë Ångström-Müller', guestEmail: 'zoe@example.org' };

test.each(['zoe', 'ZOË', 'muller ang', 'example.org', 'ångström zoe'])('%s finds the guest', (typed) => {
	expect(matchesGuest(guest, typed)).toBe(true);
});

test.each(['zoo', 'zoe smith'])('%s does not', (typed) => {
	expect(matchesGuest(guest, typed)).toBe(false);
});

test.each([
	['Łukasz Żółć', 'lukasz zolc'],
	['STRAßE', 'strasse'],
	['Søren Æbelø', 'soren aebelo'],
	['Ｗｉｄｅ', 'wide'],
	['이지은', fold('이지은')],
])('%s is compared as %s', (name, folded) => {
	expect(fold(name)).toBe(folded);
});

test('a name with an umlaut is found as keyboards without one write it, letter by letter too', () => {
	const search = new GuestSearch();
	for (const [position, name] of [
		'Ana Müller',
		'Bo Mueller',
		'Cy Sørensen',
		'Dee Muller',
		'Susan Bauer',
	].entries())
		search.set(position, name);
	for (const typed of ['m', 'mu', 'mue', 'muel', 'muelle', 'mueller', 'müller']) {
		const found = new GuestSearch();
		for (let position = 0; position < 5; position += 1) found.set(position, search.at(position));
		// What is left of the letters before gives the same as looking through all.
		expect([typed, ...search.search(typed)]).toEqual([typed, ...found.search(typed)]);
	}
	expect([...search.search('mueller')]).toEqual([0, 1, 3]);
	expect([...search.search('müller')]).toEqual([0, 1, 3]);
	expect([...search.search('soerensen')]).toEqual([2]);
	expect([...search.search('sue')]).toEqual([]);
	expect(matchesGuest({ guestName: 'Ana Müller', guestEmail: '' }, 'mueller ana')).toBe(true);
});

describe('a list of 100 000', () => {
	const first = ['Ada', 'Zoë', 'Łukasz', 'María José', 'Nguyễn', 'Olu', 'Søren', 'Ъ'];
	const last = ['Lovelace', 'Ångström', 'Żółć', 'García', 'Văn', 'Adeyemi', 'Møller', 'Петров'];
	const index = new GuestSearch();
	for (let n = 0; n < 100_000; n++)
		index.set(n, `${first[n % 8]} ${last[(n >> 3) % 8]} ${n} guest${n}@example.org`);

	test('finds one of them by the end of the number, words in any order', () => {
		expect([...index.search('77777 garcia')]).toEqual([]);
		const [position] = index.search('guest77777 zoe');
		expect(position).toBe(77_777);
		expect([...index.search('angstrom ZOË 99 993')]).toEqual([...index.search('993 99 zoe ångstrom')]);
	});

	test('each further letter looks only at what the letters before have left', () => {
		index.search('');
		const before = index.looks;
		const found = ['z', 'zo', 'zoe', 'zoe a', 'zoe an', 'zoe ang'].map((typed) => {
			const start = index.looks;
			const { length } = index.search(typed);
			return { length, looks: index.looks - start };
		});
		expect(found[0]!.looks).toBe(100_000);
		for (const [step, { looks }] of found.entries())
			if (step > 0) expect(looks).toBe(found[step - 1]!.length);
		expect(found.at(-1)!.length).toBeGreaterThan(0);
		expect(index.looks - before).toBeLessThan(400_000);
	});

	test('the same again costs nothing, a change of the list is seen', () => {
		const { length } = index.search('brandnew');
		expect(length).toBe(0);
		const before = index.looks;
		index.search('brandnew');
		expect(index.looks).toBe(before);
		index.set(100_000, 'Brandnew Guest');
		expect([...index.search('brandnew')]).toEqual([100_000]);
	});

	test('letters taken back find more again', () => {
		const narrow = index.search('zoe ang').length;
		expect(index.search('zoe').length).toBeGreaterThan(narrow);
		expect(index.search('').length).toBe(index.size);
	});
});
