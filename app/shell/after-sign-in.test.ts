import { expect, test } from 'vitest';
import { targetAfterSignIn } from './after-sign-in.ts';
import { safeTarget, signInPath } from './sign-in-path.ts';

const user = { isAdmin: false };
const admin = { isAdmin: true };
const there = async () => true;
const nothing = async () => false;

test('on the way to nowhere: admins to /admin, others to /dashboard', async () => {
	expect(await targetAfterSignIn(user, null, there)).toBe('/dashboard');
	expect(await targetAfterSignIn(admin, null, there)).toBe('/admin');
});

test('a sign-in that began somewhere comes back there, with its query', async () => {
	for (const target of [
		'/events/abc/edit?tab=tickets',
		'/spring-fair-2027',
		'/notifications',
		'/my-ticket/abc',
	])
		expect(await targetAfterSignIn(user, target, there)).toBe(target);
	expect(await targetAfterSignIn(admin, '/staff-management', there)).toBe('/staff-management');
});

test('an unknown path as the target: others to /dashboard', async () => {
	for (const target of [
		'/no/such/page',
		'/no-such-event',
		'/events/a/no-such-page',
		'/scan/abc',
		'/unsubscribe?token=abc',
	])
		expect(await targetAfterSignIn(user, target, nothing)).toBe('/dashboard');
	expect(await targetAfterSignIn(user, '/no/such/page', there)).toBe('/dashboard');
	expect(await targetAfterSignIn(admin, '/no/such/page', nothing)).toBe('/no/such/page');
});

test.each([
	'//evil.example',
	'/\\evil.example',
	'/.//evil.example/login',
	'/..//evil.example',
	'/a/..//evil.example',
	'/%2e//evil.example',
	'/.\\/evil.example',
	'/\t/evil.example',
	'/\n/evil.example',
	'/\t/[',
	' //evil.example',
	'https://evil.example',
	'javascript:alert(1)',
	'',
	'/login?next=/x',
	'/./login',
	'/signup',
	'/auth/callback',
])('%j is no target', async (next) => {
	expect(safeTarget(next)).toBeNull();
	expect(await targetAfterSignIn(user, next, there)).toBe('/dashboard');
});

test('whatever the target says, it stays on this site, and so does what it resolves to', () => {
	const pieces = [
		'/',
		'/',
		'.',
		'..',
		'\\',
		'%2e',
		'%2f',
		'%5c',
		'\t',
		'\n',
		'\r',
		' ',
		'@',
		':',
		'?',
		'#',
		'evil.example',
		'\0',
	];
	let state = 1;
	const random = (below: number) => {
		state = (state * 48_271) % 2_147_483_647;
		return state % below;
	};
	const origin = 'https://foyer.example';
	const unsafe: string[] = [];
	for (let round = 0; round < 50_000; round++) {
		const next = `/${Array.from({ length: random(8) }, () => pieces[random(pieces.length)]).join('')}`;
		const target = safeTarget(next);
		if (target === null) continue;
		const isSafe =
			!target.startsWith('//') && new URL(target, origin).origin === origin && safeTarget(target) === target;
		if (!isSafe) unsafe.push(next);
	}
	expect(unsafe).toEqual([]);
});

test('the way to sign in carries the way back', () => {
	expect(signInPath({ pathname: '/qr-scanner/AB2C3D', search: '?x=1&y=2' })).toBe(
		'/login?next=%2Fqr-scanner%2FAB2C3D%3Fx%3D1%26y%3D2',
	);
	expect(signInPath({ pathname: '/', search: '' })).toBe('/login');
	expect(signInPath({ pathname: '/login', search: '' })).toBe('/login');
});
