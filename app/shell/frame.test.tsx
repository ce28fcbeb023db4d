import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { Session } from '#app/lib/session.ts';
import { AccountPart } from './avatar-menu.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { Footer } from './footer.tsx';
import { userLinks } from './links.ts';
import { linksOf, MobileSheet } from './mobile-sheet.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import { NotFound } from './not-found.tsx';
import { sectionsOf } from './sections.ts';
import { MenuLink } from './shell-link.tsx';

/** The frame to the letter of section 2. That each entry leads to a page is checked by the type of `ShellLink.to`. */
let session: Session = { status: 'guest', user: null, error: null };
vi.mock('#app/lib/session.ts', async (actual) => ({
	...(await actual<object>()),
	useSession: () => session,
	useHasToken: () => session.status !== 'guest',
}));
vi.mock('#app/ui/sheet.tsx', () => ({ Sheet: ({ children }: { children: ReactNode }) => children }));
afterEach(() => {
	session = { status: 'guest', user: null, error: null };
});

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function draw(content: ReactNode, supportEmail = ''): string {
	const Screen = () => <I18nProvider i18n={i18n}>{content}</I18nProvider>;
	const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Screen }]);
	const site = { productName: 'Foyer', appUrl: '', supportEmail };
	return renderToString(<Stub hydrationData={{ loaderData: { root: { site } } }} />);
}

const textOf = (html: string) =>
	html
		.replaceAll(/<!-- -->|<svg.*?<\/svg>/gs, '')
		.replaceAll(/<[^>]+>/g, ' ')
		.replaceAll(/\s+/g, ' ')
		.replaceAll('&#x27;', "'")
		.trim();
const linksIn = (html: string) =>
	[...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, inner]) => [
		textOf(inner ?? ''),
		href,
	]);
const part = (html: string, pattern: RegExp) => pattern.exec(html)?.[0] ?? '';

const user = (more: object = {}) =>
	({
		id: '1',
		email: 'ada@example.org',
		firstName: 'Ada',
		lastName: 'Lovelace',
		profileImageUrl: null,
		isAdmin: false,
		isEmailVerified: true,
		organisations: [],
		...more,
	}) as unknown as NonNullable<Session['user']>;
const signIn = (more: object = {}) => {
	session = { status: 'user', user: user(more), error: null };
};
const mainOf = (html: string) => linksIn(part(html, /<nav[^>]*aria-label="Main".*?<\/nav>/s));

const dashboard = ['Dashboard', '/dashboard'];
const createEvent = ['Create Event', '/templates'];
const scanner = ['QR Scanner', '/qr-scanner'];
const admin = ['Admin', '/admin'];
const guestEntries = [
	['Browse Events', '/events'],
	['Plan Great Events', '/blog'],
	['Login', '/login'],
	createEvent,
];

test('a Beta badge sits beside the logo, which leads home', () => {
	const html = draw(<NavigationBar />);
	expect(html).toMatch(/<a [^>]*aria-label="Foyer, home"[^>]*href="\/"/);
	expect(textOf(html)).toMatch(/^Foyer Beta /);
});

test('guests see four entries', () => {
	expect(mainOf(draw(<NavigationBar />))).toEqual(guestEntries);
});

test('logged-in users see theirs, admins one more; while the user loads nobody is taken for a guest', () => {
	signIn();
	expect(mainOf(draw(<NavigationBar />))).toEqual([dashboard, createEvent, scanner]);
	signIn({ isAdmin: true });
	expect(mainOf(draw(<NavigationBar />))).toEqual([dashboard, createEvent, scanner, admin]);
	session = { status: 'loading', user: null, error: null };
	expect(mainOf(draw(<NavigationBar />))).toEqual([dashboard, createEvent, scanner]);
});

test('the Dashboard entry leads to the sign-in once the token is gone', () => {
	expect(linksIn(draw(userLinks.map((link) => <MenuLink key={link.to} link={link} />)))).toEqual([
		['Dashboard', '/login'],
		createEvent,
		scanner,
	]);
});

const avatarEntries = [
	dashboard,
	createEvent,
	scanner,
	['Custom Reports', '/custom-reports'],
	['Staff Management', '/staff-management'],
	['Settings', '/settings'],
];

test('the avatar menu: name and email, six entries, and Log out', () => {
	signIn();
	const html = draw(<AccountPart user={user()} onPress={() => {}} />);
	expect(linksIn(html)).toEqual(avatarEntries);
	expect(textOf(html)).toMatch(/^Ada Lovelace ada@example\.org .* Log out$/);
});

test('the mobile menu has the same, for guests and for admins', () => {
	const sheet = () => <MobileSheet session={session} isOpen onClose={() => {}} />;
	expect(linksIn(draw(sheet()))).toEqual(guestEntries);
	signIn({ isAdmin: true });
	session = { status: 'loading', user: null, error: null };
	expect(linksIn(draw(sheet()))).toEqual([dashboard, createEvent, scanner]);
});

test('signed in, the mobile menu names each section once, and nothing that the rights do not open', () => {
	const names = (more: object) => linksOf(user(more)).map(({ to }) => to);
	const member = (role: string, more: object = {}) => ({
		organisations: [{ role, isLimited: false, extra: [], denied: [], ...more }],
	});
	expect(names(member('owner'))).toEqual([
		'/dashboard',
		'/templates',
		'/qr-scanner',
		'/dashboard/events',
		'/analytics',
		'/custom-reports',
		'/money',
		'/staff-management',
		'/integrations',
		'/developer-portal',
		'/settings',
	]);
	const own = ['/dashboard', '/templates', '/qr-scanner'];
	// What the account menu has stays, whatever the rights: the page says what is missing.
	const rest = ['/custom-reports', '/staff-management', '/settings'];
	expect(names({})).toEqual([...own, ...rest]);
	expect(names({ isAdmin: true })).toEqual([...own, ...rest, '/admin']);
	expect(names(member('check_in'))).toEqual([...own, '/dashboard/events', ...rest]);
	expect(names(member('check_in', { extra: ['money.view'] }))).toContain('/money');
	expect(names(member('finance', { isLimited: true }))).not.toContain('/money');
	expect(names(member('owner', { denied: ['money.view'] }))).toContain('/money');
	expect(names(member('finance', { denied: ['money.view'] }))).not.toContain('/money');
});

test.each([
	['/dashboard', undefined],
	['/dashboard/events', '/dashboard/events'],
	['/events/an-evening/guests/import', '/dashboard/events'],
	['/events/an-evening', undefined],
	['/custom-reports/new', '/custom-reports'],
	['/money/payouts/4', '/money'],
	['/stripe-connect-demo', '/money'],
	['/moneybox', undefined],
	['/settings', undefined],
])('%s lies in %s', (path, section) => {
	const all = sectionsOf(
		user({ organisations: [{ role: 'owner', isLimited: false, extra: [], denied: [] }] }),
	);
	expect(all.filter(({ pages }) => pages.test(path)).map(({ to }) => to)).toEqual(section ? [section] : []);
});

test('guests see the full footer with its columns', () => {
	const html = draw(<Footer />);
	const columns = [...html.matchAll(/<nav aria-label="([^"]+)">.*?<\/nav>/gs)].map(([nav, title]) => [
		title,
		linksIn(nav),
	]);
	expect(columns).toEqual([
		[
			'Product',
			[
				['Browse Events', '/events'],
				['Templates', '/templates'],
				['Pricing', '/pricing'],
				['Analytics', '/analytics'],
			],
		],
		[
			'Company',
			[
				['About Us', '/about'],
				['Careers', '/careers'],
				['Press', '/press'],
				['Contact', '/contact'],
				['Blog', '/blog'],
			],
		],
		[
			'Support',
			[
				['Help Center', '/help'],
				['API Docs', '/api-docs'],
				['Status Page', '/status'],
				['Privacy Policy', '/privacy'],
				['Terms of Service', '/terms'],
			],
		],
	]);
	expect(textOf(html)).toMatch(/© 2025 Foyer Analytics: on/);
});

test('logged-in users see a short footer', () => {
	signIn();
	const html = draw(<Footer />);
	expect(linksIn(html)).toEqual([]);
	expect(textOf(html)).toMatch(/© 2025 Foyer Analytics: on/);
});

test('the error screen: its title, the text of the code, the hint, and three buttons', () => {
	const html = draw(<ErrorScreen error={new TypeError('Failed to fetch')} />, 'help@example.org');
	expect(textOf(html)).toBe(
		'Something went wrong · Foyer Oops! Something went wrong Network error. Please check your connection and try again. Check your internet connection and try again Try Again Go to Homepage Contact Support',
	);
	expect(html).toContain('data-severity="warning"');
	expect(linksIn(html)).toEqual([
		['Go to Homepage', '/'],
		['Contact Support', 'mailto:help@example.org?subject=%5BNETWORK_ERROR%5D'],
	]);
	// Without a support address it says so, and leads to the page that reaches the operator.
	const without = draw(<ErrorScreen error={new Error('x')} />);
	expect(linksIn(without).at(-1)).toEqual(['Contact Support', '/contact']);
	expect(textOf(without)).toContain('This site has no support email.');
});

test('what does not exist is the not-found page, thrown or routed', () => {
	const thrown = draw(<ErrorScreen error={{ status: 404, statusText: '', internal: true, data: null }} />);
	expect(thrown).toBe(draw(<NotFound />));
	expect(textOf(thrown)).toMatch(/^Page not found · Foyer Page not found We couldn’t find that page\./);
});
