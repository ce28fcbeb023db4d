import { expect, test } from 'vitest';
import { spell, transliterate } from './transliterate.ts';

test.each([
	['রবীন্দ্রনাথ ঠাকুর', 'rabindranath thakur'],
	['কমল', 'kamal'],
	['தமிழ்ச்செல்வி முருகன்', 'tamilccelvi murukan'],
	['ಕನ್ನಡ', 'kannada'],
	['മലയാളം', 'malayalam'],
	['ગુજરાતી', 'gujarati'],
	['ਪੰਜਾਬੀ', 'pamjabi'],
	['සිංහල', 'simhala'],
	['ကြည်', 'krann'],
	['ህይወት', 'hywet'],
	['Ан', 'An'],
	['\ue000', ''],
	['𐍈', 'hw'],
])('writes %s as %s', (text, latin) => {
	expect(transliterate(text)).toBe(latin);
});

test('takes what is drawn as it is, without marks that are not, and the rest in Latin letters', () => {
	const draws = (cluster: string) => /^[\p{Script=Latin}\p{P}\d é]$/u.test(cluster.normalize('NFC'));
	expect(spell('Ana e\u0301 m\u0303 (কমল)', draws)).toBe('Ana é m (kamal)');
	expect(spell('', draws)).toBe('');
	expect(spell('\ud800', draws)).not.toContain('\ud800');
});
