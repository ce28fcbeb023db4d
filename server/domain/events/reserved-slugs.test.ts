import { expect, test } from 'vitest';
import { isUsableSlug } from './reserved-slugs.ts';

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
