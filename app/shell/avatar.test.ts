import { expect, test } from 'vitest';
import { initialsOf } from './avatar.tsx';

test.each([
	['Ada', 'Lovelace', 'x@example.org', 'AL'],
	['ada', '', 'x@example.org', 'A'],
	['', 'lovelace', 'x@example.org', 'L'],
	['', '', 'grace@example.org', 'G'],
	['  ', ' ', 'grace@example.org', 'G'],
	['Éva', 'Ångström', 'x@example.org', 'ÉÅ'],
	['👩‍🔬', 'Smith', 'x@example.org', '👩‍🔬S'],
])('%j %j %j: %j', (firstName, lastName, email, initials) => {
	expect(initialsOf({ firstName, lastName, email })).toBe(initials);
});
