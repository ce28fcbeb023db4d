/** Page properties that other parts need. */
interface RouteTraits {
	/** Behind a sign-in: in app/routes.ts, below the route guard. */
	needsSignIn?: true;
	/** Shows nothing, or does nothing, before its script runs, as every page behind a sign-in. */
	needsScript?: true;
	/** A service worker keeps it on the device for use without a network. */
	worksOffline?: true;
	/** In the sitemap. Events and pages of content are added from the database. */
	isInSitemap?: true;
	/** Closed to search engines, as every page behind a sign-in or with a secret. */
	isHiddenFromSearch?: true;
	/** A sign-in that began on this page leads elsewhere. */
	isSignInTarget?: false;
}

const defineRoutes = <Path extends `/${string}`>(routes: Record<Path, RouteTraits>) => routes;

/** Pages with a secret in their path or query. It must not get into Referer headers, logs, reports and page views. */
const secretRoutes = /* @__PURE__ */ defineRoutes({
	'/scan/:token': { needsScript: true, worksOffline: true, isSignInTarget: false },
	'/staff-scanner/:token': { needsScript: true, worksOffline: true, isSignInTarget: false },
	'/staff-access/:tokenCode': { needsScript: true, worksOffline: true, isSignInTarget: false },
	'/my-ticket/:manageToken': {},
	'/ticket/:ticketToken': {},
	'/transfer/:transferToken': {},
	'/group/:groupToken': {},
	'/claim/:claimToken': {},
	'/waitlist/:waitlistToken': {},
	'/checkout/:manageToken': {},
	'/agreements/:agreementToken': {},
	'/gift-card-orders/:purchaseToken': {},
	'/fundraiser-pages/:pageToken': { isSignInTarget: false },
	'/fundraiser-pages/:pageToken/poster': { isSignInTarget: false },
	'/feedback-report/:reportToken': { needsScript: true, isSignInTarget: false },
	'/invitations/:token': { needsScript: true },
	'/followers/:token': { needsScript: true, isSignInTarget: false },
	'/shared-report/:token': { needsScript: true, isSignInTarget: false },
	'/unsubscribe': { needsScript: true, isSignInTarget: false },
	'/reset-password': { needsScript: true, isSignInTarget: false },
	'/verify-email': { needsScript: true },
	'/first-administrator': { needsScript: true, isSignInTarget: false },
});

/**
 * Every page of the product: the paths of app/routes.ts without the two that match anything (an event at the root, and the
 * not-found page). tests/route-table.test.ts compares the two.
 */
export const routes = /* @__PURE__ */ defineRoutes({
	...secretRoutes,
	'/': { isInSitemap: true },
	'/manifest.webmanifest': { isSignInTarget: false },
	'/events': { isInSitemap: true },
	'/events/:event': {},
	'/events/:event/waitlist': { isHiddenFromSearch: true },
	'/events/:event/dates': { isHiddenFromSearch: true },
	'/fundraisers/:event/live': { isHiddenFromSearch: true },
	'/event/:event': {},
	'/register/:event': {},
	'/organisers/:slug': {},
	'/gift-cards': {},
	'/gift-cards/:slug': {},
	'/withdraw': {},
	'/withdraw/:slug': {},
	'/about': {},
	'/privacy': {},
	'/terms': {},
	'/press': {},
	'/careers': {},
	'/blog': { isInSitemap: true },
	'/blog/:slug': {},
	'/help': { isInSitemap: true },
	'/help/:slug': {},
	'/contact': { isInSitemap: true },
	'/status': { isInSitemap: true },
	'/api-docs': { isInSitemap: true },
	'/pricing': { isInSitemap: true },
	'/mobile': { isInSitemap: true },
	'/checkout': { isHiddenFromSearch: true },
	'/feedback-demo': {},
	'/login': { isSignInTarget: false },
	'/signup': { isSignInTarget: false },
	'/forgot-password': { isSignInTarget: false },
	'/auth/callback': { needsScript: true, isHiddenFromSearch: true, isSignInTarget: false },
	'/create-event': { isInSitemap: true },
	'/events/create': {},
	'/templates': { isInSitemap: true },
	'/custom-event': {},
	'/event-review': {},
	'/dev/styleguide': { isSignInTarget: false },
	'/admin': { needsSignIn: true },
	'/admin/mails': { needsSignIn: true },
	'/admin/blocked-addresses': { needsSignIn: true },
	'/admin/content': { needsSignIn: true },
	'/admin/content/:item': { needsSignIn: true },
	'/admin/operator': { needsSignIn: true },
	'/admin/people': { needsSignIn: true },
	'/admin/organisations': { needsSignIn: true },
	'/admin/moderation': { needsSignIn: true },
	'/admin/system': { needsSignIn: true },
	'/admin/messages': { needsSignIn: true },
	'/admin/incidents': { needsSignIn: true },
	'/admin/audit': { needsSignIn: true },
	'/admin/jobs': { needsSignIn: true },
	'/admin/payments': { needsSignIn: true },
	'/admin/provider-events': { needsSignIn: true },
	'/admin/failed-refunds': { needsSignIn: true },
	'/admin/differences': { needsSignIn: true },
	'/admin/plans': { needsSignIn: true },
	'/admin/errors': { needsSignIn: true },
	'/feedback-admin': { needsSignIn: true },
	'/qr-scanner': { needsSignIn: true },
	'/qr-scanner/:eventCode': { needsSignIn: true },
	'/events/:event/guests': { needsSignIn: true },
	'/events/:event/guests/import': { needsSignIn: true },
	'/events/:event/orders': { needsSignIn: true },
	'/events/:event/money': { needsSignIn: true },
	'/events/:event/fundraiser': { needsSignIn: true },
	'/events/:event/orders/:order': { needsSignIn: true },
	'/events/:event/door': { needsSignIn: true },
	'/events/:event/door/poster/:staffLink': { needsSignIn: true },
	'/series/:series/door/poster/:staffLink': { needsSignIn: true },
	'/events/:event/overview': { needsSignIn: true },
	'/events/:event/edit': { needsSignIn: true },
	'/events/:event/tickets': { needsSignIn: true },
	'/events/:event/tickets/codes': { needsSignIn: true },
	'/events/:event/tickets/waitlist': { needsSignIn: true },
	'/events/:event/tickets/groups': { needsSignIn: true },
	'/series/:series': { needsSignIn: true },
	'/events/:event/share': { needsSignIn: true },
	'/events/:event/messages/:message?': { needsSignIn: true },
	'/series/:series/messages/:message?': { needsSignIn: true },
	'/money/documents': { needsSignIn: true },
	'/money/reports': { needsSignIn: true },
	'/money/gift-cards': { needsSignIn: true },
	'/money/withdrawals': { needsSignIn: true },
	'/staff-management': { needsSignIn: true },
	'/analytics': { needsSignIn: true },
	'/custom-reports': { needsSignIn: true },
	'/custom-reports/:report': { needsSignIn: true },
	'/integrations': { needsSignIn: true },
	'/developer-portal': { needsSignIn: true },
	'/stripe-connect-demo': { needsSignIn: true },
	'/money': { needsSignIn: true },
	'/money/payouts/:payout': { needsSignIn: true },
	'/dashboard': { needsSignIn: true },
	'/dashboard/events': { needsSignIn: true },
	'/notifications': { needsSignIn: true },
	'/settings': { needsSignIn: true },
	'/settings/organisation': { needsSignIn: true },
	'/settings/notifications': { needsSignIn: true },
	'/settings/data': { needsSignIn: true },
	'/settings/security': { needsSignIn: true },
	'/settings/plan': { needsSignIn: true },
});

export type RoutePath = keyof typeof routes;

/** A path without parameters: what a link may name as it is. */
export type StaticPath = Exclude<RoutePath, `${string}:${string}`>;

/** The paths whose traits pass a test, in the order of the list. */
export function listRoutes(test: (traits: RouteTraits, path: RoutePath) => boolean): RoutePath[] {
	return (Object.keys(routes) as RoutePath[]).filter((path) => test(routes[path], path));
}

/** Whether the page of a path can be read and used before its script: true of pages that the list does not name. */
export function isWholeWithoutScript(path: string): boolean {
	const { needsScript, needsSignIn } = (routes as Record<string, RouteTraits>)[path] ?? {};
	return !needsScript && !needsSignIn;
}

const segmentOf = (path: string) => path.split('/')[1] as string;

/** The first segments of the pages with a secret, as alternatives of a regular expression. */
export const secretSegments: string = Object.keys(secretRoutes).map(segmentOf).join('|');

/** The first segments of all pages. */
export function listSegments(): string[] {
	return [...new Set(Object.keys(routes).map(segmentOf))].filter(Boolean);
}

/** The folders of the pages that work offline: `/scan/`. */
export const offlineFolders: string[] = Object.entries<RouteTraits>(secretRoutes)
	.filter(([, { worksOffline }]) => worksOffline)
	.map(([path]) => `/${segmentOf(path)}/`);

/** The paths that robots.txt closes, `*` for a parameter; a path stands for all below it. */
export function listHiddenPaths(): string[] {
	const paths = listRoutes(
		(traits, path) => traits.needsSignIn || traits.isHiddenFromSearch || path in secretRoutes || false,
	).map((path) => path.replace(/(?:\/:\w+\??)+$/, '').replaceAll(/:\w+/g, '*'));
	return [...new Set(paths)].filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
}
