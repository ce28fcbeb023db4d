import { expect, test } from 'vitest';
import { redactLogLine } from './feedback.ts';
import { redactPath } from './page-address.ts';
import {
	isWholeWithoutScript,
	listHiddenPaths,
	listRoutes,
	listSegments,
	offlineFolders,
	secretSegments,
} from './routes.ts';

test('pages with a secret are those whose links are signed or used once', () => {
	expect([...new Set(secretSegments.split('|'))].sort()).toEqual([
		'agreements',
		'checkout',
		'claim',
		'feedback-report',
		'first-administrator',
		'followers',
		'fundraiser-pages',
		'gift-card-orders',
		'group',
		'invitations',
		'my-ticket',
		'reset-password',
		'scan',
		'shared-report',
		'staff-access',
		'staff-scanner',
		'ticket',
		'transfer',
		'unsubscribe',
		'verify-email',
		'waitlist',
	]);
});

test.each([...new Set(secretSegments.split('|'))])(
	'/%s: what follows is redacted, and no search engine reads it',
	(segment) => {
		expect(redactPath(`/${segment}/abc`)).toBe(`/${segment}/[redacted]`);
		expect(redactLogLine(`GET /${segment}/abc failed`)).toBe(`GET /${segment}/[redacted] failed`);
		expect(listHiddenPaths()).toContain(`/${segment}`);
	},
);

test('what is a spinner before its script keeps it in front', () => {
	for (const path of ['/events/:event', '/:event', '/signup', '/my-ticket/:manageToken', '/*'])
		expect(isWholeWithoutScript(path), path).toBe(true);
	for (const path of ['/dashboard', '/staff-scanner/:token', '/unsubscribe', '/auth/callback'])
		expect(isWholeWithoutScript(path), path).toBe(false);
});

test('search engines are shown public pages, and excluded from what needs a sign-in', () => {
	const hidden = listHiddenPaths();
	for (const path of ['/checkout', '/dashboard', '/admin', '/settings', '/qr-scanner', '/events/*/guests'])
		expect(hidden).toContain(path);
	expect(hidden).not.toContain('/admin/people');
	const shown = listRoutes(({ isInSitemap }) => isInSitemap === true);
	expect(shown).toEqual(expect.arrayContaining(['/', '/events', '/pricing']));
	for (const path of shown)
		expect(
			hidden.some((one) => path.startsWith(one)),
			path,
		).toBe(false);
});

test('a first segment is named once; the worker of offline pages has one folder for each address of a link', () => {
	const segments = listSegments();
	expect(new Set(segments).size).toBe(segments.length);
	expect(segments).toEqual(expect.arrayContaining(['events', 'settings', 'scan', 'auth']));
	expect(offlineFolders).toEqual(['/scan/', '/staff-scanner/', '/staff-access/']);
});
