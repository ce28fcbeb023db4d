import { expect, test } from 'vitest';
import { leaveOut } from './leave-out.ts';

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
