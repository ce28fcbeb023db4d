/** Every screen with an address, for what is looked at on all of them: accessibility, width, movement, pictures. */
export interface SitePage {
	/** `{names}` stand for what e2e/support/site-world.ts makes. */
	path: string;
	/** Who sees it as it is meant. A newcomer is an organiser who has nothing yet. */
	who: 'guest' | 'newcomer' | 'organiser' | 'admin';
	/** Part of the document's title. */
	title: RegExp;
	/** Answered by the server with another status than 200. */
	status?: number;
	/** A sheet or a full screen of its own, which stands in no frame: the door, a poster. */
	isSheet?: boolean;
	/** The same screen as another line: looked at by the full walk only. */
	isAgain?: boolean;
	/** Of a page with hundreds of like parts: what axe looks at in the gate. The full walk has all of it looked at. */
	sample?: string[];
}

const guest: Omit<SitePage, 'who'>[] = [
	{ path: '/', title: /Foyer/ },
	{ path: '/events', title: /Browse events/ },
	{ path: '/events?q=nothing-is-called-this', title: /events/ },
	{ path: '/events/{slug}', title: / · / },
	{ path: '/event/{slug}', title: / · /, isAgain: true },
	{ path: '/events/{code}', title: / · /, isAgain: true },
	{ path: '/{code}', title: / · /, isAgain: true },
	{ path: '/register/{slug}', title: / · / },
	{ path: '/my-ticket/{manageToken}', title: /[Tt]icket/ },
	{ path: '/my-ticket/no-such-ticket', title: /./, status: 404 },
	{ path: '/ticket/no-such-ticket', title: /./, status: 404 },
	{ path: '/transfer/no-such-offer', title: /./, status: 404 },
	{ path: '/group/no-such-group', title: /./, status: 404 },
	{ path: '/claim/no-such-place', title: /./, status: 404 },
	{ path: '/events/{slug}/waitlist', title: /Waitlist/ },
	{ path: '/events/{dateSlug}/dates', title: /Choir/ },
	{ path: '/events/no-such-event/dates', title: /./, status: 404 },
	{ path: '/waitlist/no-such-entry', title: /./, status: 404 },
	{ path: '/agreements/no-such-donation', title: /./, status: 404 },
	{ path: '/fundraiser-pages/no-such-page', title: /./, status: 404 },
	{ path: '/fundraiser-pages/no-such-page/poster', title: /./, status: 404 },
	{ path: '/fundraisers/no-such-event/live', title: /./, status: 404 },
	{ path: '/gift-cards', title: /Gift card balance/ },
	{ path: '/gift-cards/no-such-organiser', title: /./, status: 404 },
	{ path: '/gift-card-orders/no-such-purchase', title: /./, status: 404 },
	{ path: '/withdraw', title: /Withdraw from a contract/ },
	{ path: '/withdraw/no-such-organiser', title: /./, status: 404 },
	{ path: '/login', title: /Log in|Login|logged in/ },
	{ path: '/signup', title: /Create your account/ },
	{ path: '/forgot-password', title: /[Pp]assword/ },
	{ path: '/reset-password?token=abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq', title: /[Pp]assword/ },
	{ path: '/reset-password', title: /./ },
	{ path: '/verify-email', title: /[Vv]erif|[Cc]onfirm/ },
	{ path: '/auth/callback', title: /./ },
	{ path: '/first-administrator?token=abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq', title: /admin account/ },
	{ path: '/unsubscribe?token=abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq', title: /Unsubscribe|link/ },
	{ path: '/organisers/{organiserSlug}', title: /./ },
	{ path: '/followers/no-such-link', title: /link/ },
	{ path: '/invitations/no-such-invitation', title: /invitation/ },
	{ path: '/create-event', title: /Create/ },
	{ path: '/events/create', title: /Create/, isAgain: true },
	{ path: '/templates', title: /Templates/ },
	{ path: '/custom-event', title: /Plan every detail/ },
	{ path: '/event-review', title: /Create/, isAgain: true },
	{ path: '/about', title: /About/ },
	{ path: '/privacy', title: /Privacy/ },
	{ path: '/terms', title: /Terms/ },
	{ path: '/press', title: /Press/ },
	{ path: '/careers', title: /Careers/ },
	{ path: '/blog', title: /Blog|Plan/ },
	{ path: '/blog/your-first-event', title: /./ },
	{ path: '/help', title: /[Hh]elp/ },
	{ path: '/help/find-my-ticket', title: /ticket/ },
	{ path: '/contact', title: /Contact/ },
	{ path: '/status', title: /[Ss]tatus/ },
	{
		path: '/api-docs',
		title: /API/,
		sample: [
			'header',
			'footer',
			'main label',
			'main section:nth-of-type(-n + 3)',
			'main section:last-of-type',
		],
	},
	{ path: '/pricing', title: /[Pp]ric/ },
	{ path: '/mobile', title: /./ },
	{ path: '/checkout', title: /Checkout/ },
	{ path: '/checkout/no-such-order', title: /./, status: 404 },
	{ path: '/feedback-demo', title: /Feedback/ },
	{ path: '/feedback-report/{reportToken}', title: /./ },
	{ path: '/shared-report/{sharedReport}', title: /Tickets/ },
	{ path: '/scan/{staffToken}', title: /./ },
	{ path: '/staff-scanner/{staffToken}', title: /./, isAgain: true },
	{ path: '/scan/no-such-token', title: /./ },
	{ path: '/staff-access/{shortCode}', title: /Staff access/ },
	{ path: '/no/such/page', title: /Page not found/, status: 404 },
];

const newcomer: Omit<SitePage, 'who'>[] = [
	{ path: '/dashboard?newcomer', title: /Dashboard/ },
	{ path: '/qr-scanner?newcomer', title: /QR Scanner/ },
	{ path: '/staff-management?newcomer', title: /Staff Management/ },
	{ path: '/notifications?newcomer', title: /Notifications/ },
	{ path: '/analytics?newcomer', title: /Analytics/ },
	{ path: '/custom-reports?newcomer', title: /Custom Reports/ },
	{ path: '/developer-portal?newcomer', title: /Developer Portal/ },
];

const organiser: Omit<SitePage, 'who'>[] = [
	{ path: '/dashboard', title: /Dashboard/ },
	{ path: '/dashboard/events', title: /Events/ },
	{ path: '/qr-scanner', title: /QR Scanner/ },
	{ path: '/qr-scanner/{code}', title: /./, isSheet: true },
	{ path: '/money/documents', title: /Documents and reports/ },
	{ path: '/money/reports', title: /Documents and reports/ },
	{ path: '/money/gift-cards', title: /Gift cards/ },
	{ path: '/money/withdrawals', title: /Withdrawals/ },
	{ path: '/staff-management', title: /Staff Management/ },
	{ path: '/analytics', title: /Analytics/ },
	{ path: '/custom-reports', title: /Custom Reports/ },
	{ path: '/custom-reports/new?ready=no-shows', title: /No-shows/ },
	{ path: '/integrations', title: /Integrations/ },
	{ path: '/developer-portal', title: /Developer Portal/ },
	{ path: '/stripe-connect-demo', title: /Payment account/ },
	{ path: '/money', title: /Money/ },
	{ path: '/money/payouts/{payoutId}', title: /Payout/ },
	{ path: '/events/{slug}/overview', title: /./ },
	{ path: '/events/{slug}/guests', title: /./ },
	{ path: '/events/{slug}/guests/import', title: /./ },
	{ path: '/events/{slug}/orders', title: /Orders/ },
	{ path: '/events/{slug}/money', title: /Money/ },
	{ path: '/events/{slug}/fundraiser', title: /Fundraiser/ },
	{ path: '/events/{slug}/orders/{orderId}', title: /Order/ },
	{ path: '/events/{slug}/door', title: /./ },
	{ path: '/events/{slug}/door/poster/{staffLinkId}', title: /./, isSheet: true },
	{ path: '/series/{series}/door/poster/{seriesLinkId}', title: /./, isSheet: true },
	{ path: '/events/{slug}/edit', title: /./ },
	{ path: '/events/{slug}/tickets', title: /Tickets/ },
	{ path: '/events/{slug}/tickets/codes', title: /Codes/ },
	{ path: '/events/{slug}/tickets/waitlist', title: /Waitlist/ },
	{ path: '/events/{slug}/tickets/groups', title: /Groups/ },
	{ path: '/series/{series}', title: /Choir/ },
	{ path: '/event-review?event={slug}', title: /Review/ },
	{ path: '/events/{slug}/share', title: /./ },
	{ path: '/events/{slug}/messages', title: /Messages/ },
	{ path: '/events/{slug}/messages/new', title: /Messages/ },
	{ path: '/series/{series}/messages', title: /Messages/ },
	{ path: '/settings', title: /Settings/ },
	{ path: '/settings/organisation', title: /Settings/ },
	{ path: '/settings/notifications', title: /Settings/ },
	{ path: '/settings/data', title: /Settings/ },
	{ path: '/settings/security', title: /Settings/ },
	{ path: '/settings/plan', title: /Settings/ },
	{ path: '/notifications', title: /Notifications/ },
];

const admin: Omit<SitePage, 'who'>[] = [
	{ path: '/feedback-admin', title: /Feedback/ },
	{ path: '/admin', title: /./ },
	{ path: '/admin/people', title: /./ },
	{ path: '/admin/organisations', title: /./ },
	{ path: '/admin/moderation', title: /./ },
	{ path: '/admin/content', title: /./ },
	{ path: '/admin/content/{contentItem}', title: /./ },
	{ path: '/admin/operator', title: /./ },
	{ path: '/admin/messages', title: /./ },
	{ path: '/admin/incidents', title: /./ },
	{ path: '/admin/mails', title: /Email outbox/ },
	{ path: '/admin/blocked-addresses', title: /Blocked addresses/ },
	{ path: '/admin/jobs', title: /./ },
	{ path: '/admin/payments', title: /Payments/ },
	{ path: '/admin/provider-events', title: /Payment events/ },
	{ path: '/admin/failed-refunds', title: /Failed refunds/ },
	{ path: '/admin/differences', title: /Differences/ },
	{ path: '/admin/plans', title: /Plans/ },
	{ path: '/admin/errors', title: /Error log/ },
	{ path: '/admin/system', title: /./ },
	{ path: '/admin/audit', title: /./ },
];

const seenBy = (who: SitePage['who'], pages: Omit<SitePage, 'who'>[]): SitePage[] =>
	pages.map((page) => ({ ...page, who }));

export const sitePages: SitePage[] = [
	...seenBy('guest', guest),
	...seenBy('newcomer', newcomer),
	...seenBy('organiser', organiser),
	...seenBy('admin', admin),
];

/** The signed-in pages, whoever of them may see them. */
export const needsSignIn = ({ who }: SitePage): boolean => who !== 'guest';

/** The address of a page in a world where its `{names}` stand for something. */
export function addressIn(world: Record<string, string>, { path }: SitePage): string {
	return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
		const value = world[name];
		if (value === undefined) throw new Error(`Nothing in the world is called ${name}, but ${path} needs it.`);
		return encodeURIComponent(value);
	});
}
