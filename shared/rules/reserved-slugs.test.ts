import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isUsableSlug, reservedSlugs } from './reserved-slugs.ts';

test('no slug can hide a path that the server answers itself', () => {
	const sources = ['server/http/app.ts', 'server/domain/events/files/mount.ts'].map((file) =>
		readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'),
	);
	const segments = sources.flatMap((source) =>
		[...source.matchAll(/'\/([a-z]+)[/.:'*]/g)].map((match) => match[1] as string),
	);
	expect(segments).toContain('covers');
	expect(segments.filter((segment) => !reservedSlugs.has(segment))).toEqual([]);
});

test('every page of the specification is reserved, whether it is there yet or not', () => {
	for (const slug of [
		...[
			'register',
			'login',
			'signup',
			'verify-email',
			'auth',
			'qr-scanner',
			'scan',
			'staff-scanner',
			'staff-access',
		],
		...['dashboard', 'events', 'event', 'create-event', 'templates', 'custom-event', 'event-review'],
		...[
			'stripe-connect-demo',
			'settings',
			'admin',
			'feedback-admin',
			'analytics',
			'integrations',
			'developer-portal',
		],
		...[
			'custom-reports',
			'staff-management',
			'blog',
			'about',
			'contact',
			'help',
			'privacy',
			'terms',
			'press',
			'careers',
		],
		...['api-docs', 'status', 'pricing', 'feedback-demo', 'checkout', 'mobile'],
	])
		expect(isUsableSlug(slug), slug).toBe(false);
});
