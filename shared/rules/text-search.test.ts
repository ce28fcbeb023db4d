import { expect, test } from 'vitest';
import { matchesTyped } from './text-search.ts';

test.each([
	[
		'Jörg Müller',
		['Müller', 'mueller', 'MUELLER', 'muller', 'mu\u0308ller', 'Joerg', 'mueller joerg', 'jorg', 'üll'],
	],
	['Joerg Mueller', ['Müller', 'mueller', 'jörg müller']],
	['Søren Åberg', ['soeren', 'soren', 'aaberg', 'aberg', 'Åberg']],
	['Straße nach Łódź', ['strasse', 'lodz', 'łódź straße']],
	['Anna Bauer', ['bauer', 'anna b']],
	['Zürich', ['zuerich', 'zurich', '']],
])('%s is found by each of its spellings', (text, typed) => {
	expect(typed.filter((one) => !matchesTyped(text, one))).toEqual([]);
});

test.each([
	['Jörg Müller', ['Maller', 'mueller anna', 'jörgen']],
	['Anna Bauer', ['baur', 'Beuer']],
	['Neue Wege', ['neuer']],
])('%s is not found by other words', (text, typed) => {
	expect(typed.filter((one) => matchesTyped(text, one))).toEqual([]);
});
