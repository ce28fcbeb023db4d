import { expect, test } from 'vitest';
import { type Command, findCommands } from './commands.ts';

const commands = ['Dashboard', 'Create Event', 'QR Scanner', 'Staff Management', 'Soirée d’été'].map(
	(label): Command => ({ id: label, label, kind: 'page', run() {} }),
);
const found = (typed: string) => findCommands(commands, typed).map(({ label }) => label);

test('nothing typed offers everything, in its order', () => {
	expect(found(' ')).toEqual(commands.map(({ label }) => label));
});

test('beginnings come before words, words before what is inside, that before scattered letters', () => {
	expect(found('s')).toEqual(['Staff Management', 'Soirée d’été', 'QR Scanner', 'Dashboard']);
	expect(found('ev')).toEqual(['Create Event']);
	expect(found('stmg')).toEqual(['Staff Management']);
});

test('accents and capitals do not matter; what fits nothing finds nothing', () => {
	expect(found('SOIREE')).toEqual(['Soirée d’été']);
	expect(found('xyz')).toEqual([]);
});

test('what another search found for it stays, after what its label says', () => {
	const all: Command[] = [
		{ id: 'a', label: 'Konzert bei Müller', kind: 'Event', isFound: true, run() {} },
		{ id: 'b', label: 'Jazz', kind: 'Event', run() {} },
		{ id: 'c', label: 'Mueller Cup', kind: 'Event', isFound: true, run() {} },
	];
	expect(findCommands(all, 'mueller').map(({ id }) => id)).toEqual(['c', 'a']);
});

test.each(['mueller', 'Müller', 'MULLER', 'mu\u0308ller', 'bei mueller'])(
	'%s finds both spellings of an umlaut',
	(typed) => {
		const all = ['Jazz bei Müller', 'Jazz bei Mueller', 'Bauer'].map(
			(label): Command => ({ id: label, label, kind: 'Event', run() {} }),
		);
		const both = typed !== 'MULLER';
		expect(findCommands(all, typed).map(({ label }) => label)).toEqual(
			both ? ['Jazz bei Müller', 'Jazz bei Mueller'] : expect.arrayContaining(['Jazz bei Müller']),
		);
	},
);
