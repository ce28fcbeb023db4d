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
	[{}, ''],
])('%o: %s', (person, expected) => {
	expect(initialsOf(person)).toBe(expected);
});
