import { expect, test } from 'vitest';
import { leaveOut, shortenMessages } from './leave-out.ts';

test('a function keeps its name and parameters and loses its body, inside another one too', () => {
	const code = 'function a(x) { return x; }\nfunction b() { async function c() { a(1); } return c; }';
	expect(leaveOut(code, ['a', 'c'], 'f.js')).toBe(
		'function a(x) {}\nfunction b() { async function c() {} return c; }',
	);
});

test('methods on the prototype go with the function', () => {
	const code =
		'function A() { this.x = 1; }\nA.prototype.go = function () { return 2; };\nB.prototype.go = 3;';
	expect(leaveOut(code, ['A'], 'f.js')).toBe('function A() {}\n\nB.prototype.go = 3;');
});

test('a name that is no longer there stops the build', () => {
	expect(() => leaveOut('function a() {}', ['a', 'gone'], 'f.js')).toThrow('f.js no longer has gone');
});

test('sentences for developers become file and number; short ones and others stay', () => {
	const code =
		"invariant(a, `Route x is not in the table of routes`); throw new Error('No such route was ever heard of'); Error('x'); say('A sentence that somebody is to read');";
	expect(shortenMessages(code, 'r.js')).toBe(
		'invariant(a, "r.js 1"); throw new Error("r.js 2"); Error(\'x\'); say(\'A sentence that somebody is to read\');',
	);
});
