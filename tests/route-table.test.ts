import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { reservedSlugs } from '#server/domain/events/reserved-slugs.ts';
import { routes as pages } from '#shared/rules/routes.ts';
import routes from '../app/routes.ts';

/**
 * The table of section 2, walked: each URL, the screen that answers it, and whether a sign-in stands before it. What the server
 * gives to whom is in tests/access-matrix.test.ts; titles and accessibility of each page in e2e/pages.spec.ts.
 */
interface Node {
	id?: string;
	path?: string;
	index?: boolean;
	file: string;
	children?: Node[];
}

const tree = routes as unknown as Node[];
const chainOf = (url: string) =>
	(matchRoutes(tree as never, url) ?? []).map(({ route }) => (route as unknown as Node).file);
const screenOf = (url: string) => chainOf(url).at(-1);
const isGuarded = (url: string) => chainOf(url).includes('shell/route-guard.tsx');

const EVENT = 'routes/public/event.tsx';
const SIGN_IN = 'routes/account/sign-in.tsx';
const CREATE = 'routes/public/create-event.tsx';
const SCAN = 'routes/staff/scan.tsx';

/** Url, screen, access: p = public, u = sign-in needed. */
const table: [url: string, screen: string | RegExp, access: 'p' | 'u'][] = [
	['/', 'routes/public/landing.tsx', 'p'],
	['/AB2C3D', EVENT, 'p'],
	['/spring-fair', EVENT, 'p'],
	['/register/AB2C3D', EVENT, 'p'],
	['/login', SIGN_IN, 'p'],
	['/signup', SIGN_IN, 'p'],
	['/verify-email', 'routes/account/verify-email.tsx', 'p'],
	['/auth/callback', 'routes/account/auth-callback.tsx', 'p'],
	['/qr-scanner', 'routes/organiser/qr-scanner.tsx', 'u'],
	['/qr-scanner/AB2C3D', 'routes/organiser/qr-scanner-event.tsx', 'u'],
	['/scan/token', SCAN, 'p'],
	['/staff-scanner/token', SCAN, 'p'],
	['/staff-access/token', 'routes/staff/staff-access.tsx', 'p'],
	['/dashboard', 'routes/organiser/dashboard.tsx', 'u'],
	['/events', 'routes/public/events.tsx', 'p'],
	['/events/spring-fair', EVENT, 'p'],
	['/event/spring-fair', EVENT, 'p'],
	['/events/spring-fair/edit', 'routes/organiser/event-edit.tsx', 'u'],
	['/series/0198f3a2-0000-7000-8000-000000000001', 'routes/organiser/series.tsx', 'u'],
	['/events/spring-fair/messages', 'routes/organiser/event-messages.tsx', 'u'],
	['/events/spring-fair/messages/new', 'routes/organiser/event-messages.tsx', 'u'],
	['/series/0198f3a2-0000-7000-8000-000000000001/messages', 'routes/organiser/series-messages.tsx', 'u'],
	['/events/create', CREATE, 'p'],
	['/create-event', CREATE, 'p'],
	['/templates', 'routes/public/templates.tsx', 'p'],
	['/custom-event', 'routes/public/custom-event.tsx', 'p'],
	['/event-review', 'routes/public/event-review.tsx', 'p'],
	['/stripe-connect-demo', 'routes/organiser/payment-account.tsx', 'u'],
	['/settings', /^routes\/account\/settings/, 'u'],
	['/admin', /^routes\/admin\//, 'u'],
	['/feedback-admin', 'routes/admin/feedback-admin.tsx', 'u'],
	['/analytics', 'routes/organiser/analytics.tsx', 'u'],
	['/integrations', 'routes/organiser/integrations.tsx', 'u'],
	['/developer-portal', 'routes/organiser/developer-portal.tsx', 'u'],
	['/custom-reports', 'routes/organiser/custom-reports.tsx', 'u'],
	['/custom-reports/new', 'routes/organiser/custom-report.tsx', 'u'],
	['/staff-management', 'routes/organiser/staff-management.tsx', 'u'],
	['/blog', 'routes/public/blog.tsx', 'p'],
	['/blog/some-guide', 'routes/public/blog-post.tsx', 'p'],
	...['about', 'privacy', 'terms', 'press', 'careers'].map((page): [string, string, 'p'] => [
		`/${page}`,
		'routes/public/content-page.tsx',
		'p',
	]),
	['/contact', 'routes/public/contact.tsx', 'p'],
	['/help', 'routes/public/help.tsx', 'p'],
	['/api-docs', 'routes/public/api-docs.tsx', 'p'],
	['/status', 'routes/public/status.tsx', 'p'],
	['/pricing', 'routes/public/pricing.tsx', 'p'],
	['/feedback-demo', 'routes/public/feedback-demo.tsx', 'p'],
	['/checkout', 'routes/public/checkout.tsx', 'p'],
	['/mobile', 'routes/public/mobile.tsx', 'p'],
];

describe('the table of the specification', () => {
	test('is whole', () => {
		expect(table.length).toBeGreaterThanOrEqual(47);
		expect(new Set(table.map(([url]) => url)).size).toBe(table.length);
	});

	test.each(table)('%s shows %s (%s)', (url, screen, access) => {
		if (screen instanceof RegExp) expect(screenOf(url)).toMatch(screen);
		else expect(screenOf(url)).toBe(screen);
		expect(isGuarded(url)).toBe(access === 'u');
	});
});

test.each([
	['/no/such/page', 'routes/public/not-found.tsx'],
	['/events/spring-fair/unknown', 'routes/public/not-found.tsx'],
	['/qr-scanner/a/b', 'routes/public/not-found.tsx'],
])('%s is not found', (url, screen) => {
	expect(screenOf(url)).toBe(screen);
});

/** The path of each page, and whether it lies below the route guard. */
function pathsOf(nodes: Node[], above = '', isBelowGuard = false): [path: string, needsSignIn: boolean][] {
	return nodes.flatMap((node) => {
		const path = node.path ? `${above}/${node.path}` : above;
		const isBehind = isBelowGuard || node.file === 'shell/route-guard.tsx';
		return node.children ? pathsOf(node.children, path, isBehind) : [[path || '/', isBehind]];
	});
}

test('the list of pages that everything else derives from names the same pages', () => {
	const ofTable = pathsOf(tree).filter(([path]) => path !== '/:event' && path !== '/*');
	const ofList = Object.entries(pages).map(([path, { needsSignIn = false }]) => [path, needsSignIn]);
	expect(ofTable.length).toBeGreaterThan(60);
	expect(ofList.sort()).toEqual(ofTable.sort());
});

test('no slug can hide a page', () => {
	const segments = Object.keys(pages).flatMap((path) => path.split('/')[1] || []);
	expect(segments.filter((segment) => !reservedSlugs.has(segment))).toEqual([]);
});

test('every screen says its title, itself or through the layout around it', () => {
	const root = join(import.meta.dirname, '../app');
	const chains = (nodes: Node[], above: string[] = []): string[][] =>
		nodes.flatMap((node) =>
			node.children ? chains(node.children, [...above, node.file]) : [[...above, node.file]],
		);
	const screens = chains(tree).filter(([file]) => file?.endsWith('.tsx') && !file.startsWith('routes/dev/'));
	const untitled = screens.filter((chain) => !chain.some((file) => saysTitle(join(root, file), new Set())));
	expect(screens.length).toBeGreaterThan(25);
	expect(untitled).toEqual([]);
});

/** Whether a module, or what it imports of ours, renders a page title. */
function saysTitle(file: string, seen: Set<string>): boolean {
	if (seen.has(file)) return false;
	seen.add(file);
	const source = readFileSync(file, 'utf8');
	if (/<PageTitle\b|<title>/.test(source)) return true;
	const app = join(import.meta.dirname, '../app');
	const imports = [
		...source.matchAll(
			/(?:from|import\()\s*'(?:#app\/((?:features|routes|shell)\/[^']+\.tsx)|\.\/([^']+\.tsx))'/g,
		),
	];
	return imports.some(([, path, beside]) =>
		saysTitle(path === undefined ? join(dirname(file), beside as string) : join(app, path), seen),
	);
}
