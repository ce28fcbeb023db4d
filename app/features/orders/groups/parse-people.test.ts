import { expect, test } from 'vitest';
import { parsePeople } from './parse-people.ts';

test('people are read one a line or with separators, with or without a name, each address once', () => {
	expect(
		parsePeople('ada@example.org\n Grace Hopper <grace@example.org>; "Mary, S" ,\nADA@example.org'),
	).toEqual({
		people: [
			{ name: '', email: 'ada@example.org' },
			{ name: 'Grace Hopper', email: 'grace@example.org' },
		],
		wrong: ['"Mary', 'S"'],
	});
	expect(parsePeople(' \n,;')).toEqual({ people: [], wrong: [] });
});

test.each(['ada', 'ada@', '@example.org', 'ada@example', 'a b@example.org', 'Ada <ada@example.org', '<>'])(
	'%s is no address',
	(typed) => {
		expect(parsePeople(typed)).toEqual({ people: [], wrong: [typed] });
	},
);
