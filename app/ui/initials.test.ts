import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
	[{ firstName: 'Ada', lastName: 'Lovelace', email: 'x@example.org' }, 'AL'],
	[{ firstName: ' ada ', lastName: 'lovelace' }, 'AL'],
	[{ firstName: 'Plato', lastName: '', email: 'p@example.org' }, 'P'],
	[{ firstName: null, lastName: 'Björk' }, 'B'],
	[{ firstName: ' ', lastName: undefined, email: 'zoe@example.org' }, 'Z'],
	[{ firstName: `${'É'.normalize('NFD')}ric`, lastName: '王' }, `${'É'.normalize('NFD')}王`],
	[{ firstName: '👩‍🚀 Sally', lastName: 'Ride' }, '👩‍🚀R'],
	[{ firstName: 'ßeta' }, 'SS'],
	[{ name: 'Ada Lovelace', email: 'x@example.org' }, 'AL'],
	[{ name: '  Ada  King of Lovelace ' }, 'AL'],
	[{ name: 'Plato' }, 'P'],
	[{ name: '王小明' }, '王'],
	[{ name: '', email: 'zoe@example.org' }, 'Z'],
	[{ name: 'Ada Lovelace (she/her)' }, 'AL'],
	[{ name: '(Bob)' }, 'B'],
	[{ name: 'Ada – Lovelace' }, 'AL'],
	[{ firstName: '“Bob”', lastName: '(Builder)' }, 'BB'],
	[{ firstName: '\u200fדנה', lastName: '\u2067כהן\u2069' }, 'דכ'],
	[{ firstName: '…', lastName: '-', email: '_ann@example.org' }, 'A'],
	[{}, ''],
])('%o: %s', (person, expected) => {
	expect(initialsOf(person)).toBe(expected);
});
