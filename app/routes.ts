import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every component on one page, to look at and to test; no part of the product. */
const hasStyleguide = process.env.NODE_ENV !== 'production' || process.env.FOYER_STYLEGUIDE === 'on';

/**
 * Every URL of the product, in one list. An alias is a second line with an id of its own. A path of one segment that no
 * line names is an event; what is left is the not-found page. Three places to stand:
 * - bare: pages that strangers open first (/, /events, event pages, information). They are rendered whole by the server,
 *   read nothing through queries in the browser, and stay light;
 * - in layout('shell/with-queries.tsx'): public pages that use queries (sign-in, scanner, checkout);
 * - in layout('shell/route-guard.tsx'): pages behind a sign-in. The guard shows the spinner, redirects to /login,
 *   brings the query cache and Temporal, and hands the user down: useOutletContext<CurrentUser>().
 */
export default [
	index('routes/public/landing.tsx'),
	route('manifest.webmanifest', 'routes/public/web-app-manifest.ts'),
	route('events', 'routes/public/events.tsx'),
	route('events/:event', 'routes/public/event.tsx'),
	route('event/:event', 'routes/public/event.tsx', { id: 'event' }),
	route('register/:event', 'routes/public/event.tsx', { id: 'register' }),
	route('about', 'routes/public/content-page.tsx', { id: 'about' }),
	route('privacy', 'routes/public/content-page.tsx', { id: 'privacy' }),
	route('terms', 'routes/public/content-page.tsx', { id: 'terms' }),
	route('press', 'routes/public/content-page.tsx', { id: 'press' }),
	route('careers', 'routes/public/content-page.tsx', { id: 'careers' }),
	route('blog', 'routes/public/blog.tsx'),
	route('blog/:slug', 'routes/public/blog-post.tsx'),
	route('help', 'routes/public/help.tsx'),
	route('help/:slug', 'routes/public/help-article.tsx'),
	route('contact', 'routes/public/contact.tsx'),
	route('status', 'routes/public/status.tsx'),
	route('api-docs', 'routes/public/api-docs.tsx'),
	route('pricing', 'routes/public/pricing.tsx'),
	route('mobile', 'routes/public/mobile.tsx'),
	route('my-ticket/:manageToken', 'routes/public/my-ticket.tsx'),
	route('feedback-demo', 'routes/public/feedback-demo.tsx'),
	layout('shell/with-queries.tsx', [
		route('login', 'routes/account/sign-in.tsx'),
		route('signup', 'routes/account/sign-in.tsx', { id: 'signup' }),
		route('forgot-password', 'routes/account/forgot-password.tsx'),
		route('reset-password', 'routes/account/reset-password.tsx'),
		route('verify-email', 'routes/account/verify-email.tsx'),
		route('auth/callback', 'routes/account/auth-callback.tsx'),
		route('first-administrator', 'routes/account/first-administrator.tsx'),
		route('create-event', 'routes/public/create-event.tsx'),
		route('events/create', 'routes/public/create-event.tsx', { id: 'create-event' }),
		// What makes events today; templates, a longer form and a review before publishing will take these places.
		route('templates', 'routes/public/create-event.tsx', { id: 'templates' }),
		route('custom-event', 'routes/public/create-event.tsx', { id: 'custom-event' }),
		route('event-review', 'routes/public/create-event.tsx', { id: 'event-review' }),
		route('unsubscribe', 'routes/account/unsubscribe.tsx'),
		route('feedback-report/:reportToken', 'routes/public/feedback-report.tsx'),
		route('scan/:token', 'routes/staff/scan.tsx'),
		route('staff-scanner/:token', 'routes/staff/scan.tsx', { id: 'staff-scanner' }),
		route('staff-access/:tokenCode', 'routes/staff/staff-access.tsx'),
	]),
	...(hasStyleguide ? [route('dev/styleguide', 'routes/dev/styleguide.tsx')] : []),
	layout('shell/route-guard.tsx', [
		route('admin', 'routes/admin/admin.tsx', [
			index('routes/admin/overview.tsx'),
			route('mails', 'routes/admin/mails.tsx'),
			route('content', 'routes/admin/content.tsx'),
			route('content/:item', 'routes/admin/content-item.tsx'),
			route('operator', 'routes/admin/operator.tsx'),
			route('people', 'routes/admin/people.tsx'),
			route('organisations', 'routes/admin/organisations.tsx'),
			route('moderation', 'routes/admin/moderation.tsx'),
			route('system', 'routes/admin/system.tsx'),
			route('messages', 'routes/admin/messages.tsx'),
			route('incidents', 'routes/admin/incidents.tsx'),
			route('audit', 'routes/admin/audit.tsx'),
			route('jobs', 'routes/admin/jobs.tsx'),
			route('errors', 'routes/admin/errors.tsx'),
		]),
		route('feedback-admin', 'routes/admin/feedback-admin.tsx'),
		route('qr-scanner', 'routes/organiser/qr-scanner.tsx'),
		route('qr-scanner/:eventCode', 'routes/organiser/qr-scanner-event.tsx'),
		route('events/:event/guests', 'routes/organiser/event-guests.tsx'),
		route('events/:event/guests/import', 'routes/organiser/event-guests-import.tsx'),
		route('events/:event/door', 'routes/organiser/event-door.tsx'),
		route('events/:event/door/poster/:staffLink', 'routes/organiser/event-door-poster.tsx'),
		route('events/:event/overview', 'routes/organiser/event-overview.tsx'),
		route('events/:event/edit', 'routes/organiser/event-edit.tsx'),
		route('events/:event/share', 'routes/organiser/event-share.tsx'),
		route('staff-management', 'routes/organiser/staff-management.tsx'),
		route('dashboard', 'routes/organiser/dashboard.tsx'),
		route('notifications', 'routes/account/notices.tsx'),
		route('settings', 'routes/account/settings.tsx', [
			index('routes/account/settings-profile.tsx'),
			route('organisation', 'routes/account/settings-organisation.tsx'),
			route('notifications', 'routes/account/settings-notifications.tsx'),
			route('data', 'routes/account/settings-data.tsx'),
			route('security', 'routes/account/settings-security.tsx'),
		]),
	]),
	route(':event', 'routes/public/event.tsx', { id: 'event-at-root' }),
	route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig;
