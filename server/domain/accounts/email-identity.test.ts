import { expect, test } from 'vitest';
import { emailKey, normaliseEmail } from './email-identity.ts';

test('capitals, widths and the two spellings of a domain are one identity', () => {
	expect(emailKey(' Ada@Example.ORG ')).toBe('ada@example.org');
	expect(emailKey('ａｄａ@example.org')).toBe('ada@example.org');
	expect(emailKey('ada@bücher.example')).toBe(emailKey('ada@xn--bcher-kva.example'));
	expect(emailKey('ada@BÜCHER.example')).toBe('ada@xn--bcher-kva.example');
});

test('dots and tags stay different, and so do letters that only look alike', () => {
	expect(emailKey('a.da@example.org')).not.toBe(emailKey('ada@example.org'));
	expect(emailKey('ada+x@example.org')).not.toBe(emailKey('ada@example.org'));
	expect(emailKey('аda@example.org')).not.toBe(emailKey('ada@example.org'));
	// The Turkish dotless i, with which reset mails of other products were once sent astray.
	expect(emailKey('mıke@example.org')).not.toBe(emailKey('mike@example.org'));
});

test('what is stored has its capitals but no disguise', () => {
	expect(normaliseEmail('Ａda.Lovelace@Example.org')).toBe('Ada.Lovelace@Example.org');
});

test('a text without an at sign has a key as well', () => {
	expect(emailKey('Nobody')).toBe('nobody');
	expect(emailKey('x@')).toBe('x@');
});
