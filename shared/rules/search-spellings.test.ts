import { expect, test } from 'vitest';
import { spellingsOf, withUmlauts } from './search-spellings.ts';

test.each([
	['mueller', ['mueller', 'muller']],
	['Müller', ['Müller', 'mueller']],
	['mu\u0308ller', ['mu\u0308ller', 'mueller']],
	['soerensen', ['soerensen', 'sorensen']],
	['Sørensen', ['Sørensen', 'soerensen']],
	['Aaberg', ['Aaberg', 'aberg']],
	['Åberg', ['Åberg', 'aaberg']],
	['bauer', ['bauer']],
	['monique', ['monique']],
	['sue', ['sue']],
	['ana', ['ana']],
	['%', ['%']],
	['', ['']],
	['schoenhaeuser', ['schoenhaeuser', 'schoenhauser', 'schonhaeuser', 'schonhauser']],
])('spells %j', (word, spellings) => {
	expect(spellingsOf(word)).toEqual(spellings);
});

test('never makes many', () => {
	expect(spellingsOf('oe'.repeat(100)).length).toBeLessThanOrEqual(8);
});

test.each([
	['Mueller', 'müller'],
	['Bauer', 'bauer'],
	['Aaberg', 'åberg'],
	['Goethe', 'göthe'],
	['%', '%'],
])('joins the letters of %j', (word, joined) => {
	expect(withUmlauts(word)).toBe(joined);
});
