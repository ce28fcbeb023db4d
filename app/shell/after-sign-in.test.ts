import { expect, test } from 'vitest';
import { safeTarget, signInPath, targetAfterSignIn } from './after-sign-in.ts';

const user = { isAdmin: false };
const admin = { isAdmin: true };
const all = () => true;

test('on the way to nowhere: admins to /admin, others to /dashboard', () => {
	expect(targetAfterSignIn(user, null, all)).toBe('/dashboard');
	expect(targetAfterSignIn(admin, null, all)).toBe('/admin');
	expect(targetAfterSignIn(admin, null, (path) => path !== '/admin')).toBe('/dashboard');
});

test('a sign-in that began somewhere comes back there, with its query', () => {
	expect(targetAfterSignIn(user, '/events/abc/edit?tab=tickets', all)).toBe('/events/abc/edit?tab=tickets');
	expect(targetAfterSignIn(admin, '/staff-management', all)).toBe('/staff-management');
	expect(targetAfterSignIn(user, '/spring-fair-2027', all)).toBe('/spring-fair-2027');
});

test('an unknown path as the target: others to /dashboard', () => {
	expect(targetAfterSignIn(user, '/no/such/page', all)).toBe('/dashboard');
});

test.each([
	'//evil.example',
	'/\\evil.example',
	'https://evil.example',
	'javascript:alert(1)',
	'',
	'/login?next=/x',
	'/signup',
	'/auth/callback',
])('%j is no target', (next) => {
	expect(safeTarget(next)).toBeNull();
	expect(targetAfterSignIn(user, next, all)).toBe('/dashboard');
});

test('the way to sign in carries the way back', () => {
	expect(signInPath({ pathname: '/qr-scanner/AB2C3D', search: '?x=1&y=2' })).toBe(
		'/login?next=%2Fqr-scanner%2FAB2C3D%3Fx%3D1%26y%3D2',
	);
	expect(signInPath({ pathname: '/', search: '' })).toBe('/login');
	expect(signInPath({ pathname: '/login', search: '' })).toBe('/login');
});
