import { expect, test } from 'vitest';
import { email, text } from '../contracts/common.ts';

test.each([
	['Ada\r\nBcc: eve@example.org', 'Ada Bcc: eve@example.org'],
	['Ada\nLovelace', 'Ada Lovelace'],
	['Ada\u2028Lovelace\u2029', 'Ada Lovelace'],
	['Ada\u0085Lovelace', 'Ada Lovelace'],
	['Ada\t\v\fLovelace', 'Ada Lovelace'],
	['\u001b[31mAda\u0007', '[31mAda'],
	['A\u0001d\u007fa\u009f', 'Ada'],
	['\r\nAda\r\n', 'Ada'],
	// Joiners and marks of direction belong to names.
	['نیم\u200cفاصله', 'نیم\u200cفاصله'],
	['👩\u200d🚀 Ada', '👩\u200d🚀 Ada'],
])('%j is one line as %j', (typed, line) => {
	expect(text({ max: 200, min: 1 }).parse(typed)).toBe(line);
});

test('texts of several lines keep them; what is only control characters is empty; NUL is refused', () => {
	expect(text({ max: 200, lines: true }).parse('one\r\n\ttwo\nthree')).toBe('one\r\n\ttwo\nthree');
	expect(text({ max: 200, min: 1 }).safeParse('\u0007\r\n').success).toBe(false);
	expect(text({ max: 200 }).safeParse('A\0da').success).toBe(false);
});

test.each([
	['ada@example.org', 'ada@example.org'],
	['\u200bada@example.org\ufeff', 'ada@example.org'],
	['ada\u00ad@exam\u2060ple.org', 'ada@example.org'],
	['\u202aada@example.org\u202c', 'ada@example.org'],
	['ada＠example．org', 'ada@example.org'],
	['ａｄａ@example.org', 'ada@example.org'],
	['\u00a0ada@example.org\u3000\r\n', 'ada@example.org'],
	['ada@example.org\u0000', null],
	['ada lovelace@example.org', null],
	['ada\n@example.org', null],
	['ada@example.org\nbcc@example.org', null],
])('the address %j is %j', (typed, address) => {
	const read = email().safeParse(typed);
	expect(read.success ? read.data : null).toBe(address);
});
