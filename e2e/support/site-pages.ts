/** Every screen with an address, for what is looked at on all of them: accessibility, width, pictures. */
export interface SitePage {
	path: string;
	/** Who sees it as it is meant. */
	who: 'guest' | 'organiser' | 'admin';
	/** Part of the document's title. */
	title: RegExp;
	/** Answered by the server with another status than 200. */
	status?: number;
}

/** `{slug}` and `{code}` stand for a published event of the organiser. */
export const sitePages: SitePage[] = [
	{ path: '/', who: 'guest', title: /Foyer/ },
	{ path: '/events', who: 'guest', title: /Browse events/ },
	{ path: '/events/{slug}', who: 'guest', title: / · / },
	{ path: '/events/{code}', who: 'guest', title: / · / },
	{ path: '/register/{slug}', who: 'guest', title: / · / },
	{ path: '/login', who: 'guest', title: /Log in|Login/ },
	{ path: '/signup', who: 'guest', title: /Sign up/ },
	{ path: '/forgot-password', who: 'guest', title: /[Pp]assword/ },
	{ path: '/verify-email', who: 'guest', title: /[Vv]erif|[Cc]onfirm/ },
	{ path: '/templates', who: 'guest', title: /Create/ },
	{ path: '/about', who: 'guest', title: /About/ },
	{ path: '/privacy', who: 'guest', title: /Privacy/ },
	{ path: '/terms', who: 'guest', title: /Terms/ },
	{ path: '/press', who: 'guest', title: /Press/ },
	{ path: '/careers', who: 'guest', title: /Careers/ },
	{ path: '/blog', who: 'guest', title: /Blog|Plan/ },
	{ path: '/feedback-demo', who: 'guest', title: /Feedback/ },
	{ path: '/scan/no-such-token', who: 'guest', title: /./ },
	{ path: '/no/such/page', who: 'guest', title: /Page not found/, status: 404 },
	{ path: '/dashboard', who: 'organiser', title: /./ },
	{ path: '/qr-scanner', who: 'organiser', title: /QR Scanner/ },
	{ path: '/staff-management', who: 'organiser', title: /Staff Management/ },
	{ path: '/events/{slug}/overview', who: 'organiser', title: /./ },
	{ path: '/events/{slug}/guests', who: 'organiser', title: /./ },
	{ path: '/events/{slug}/door', who: 'organiser', title: /./ },
	{ path: '/events/{slug}/edit', who: 'organiser', title: /./ },
	{ path: '/events/{slug}/share', who: 'organiser', title: /./ },
	...['', '/security', '/organisation', '/notifications', '/data'].map(
		(part): SitePage => ({ path: `/settings${part}`, who: 'organiser', title: /Settings/ }),
	),
	{ path: '/notifications', who: 'organiser', title: /Notifications/ },
	{ path: '/feedback-admin', who: 'admin', title: /Feedback/ },
	{ path: '/admin', who: 'admin', title: /./ },
	{ path: '/admin/errors', who: 'admin', title: /Error log/ },
	{ path: '/admin/mails', who: 'admin', title: /Mail outbox/ },
];

/** The signed-in pages, whoever of them may see them. */
export const needsSignIn = ({ who }: SitePage): boolean => who !== 'guest';
