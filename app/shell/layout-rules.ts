/**
 * Which parts of the frame a path shows (section 2, layout rules). An event-code page is /events/ followed by upper-case
 * letters and digits: the bare page for posters and door kiosks.
 */
export function frameOf(pathname: string): { hasNavigation: boolean; hasFooter: boolean } {
	const path = pathname.replace(/\/+$/, '') || '/';
	const isStaffAccess = /^\/staff-access(\/|$)/.test(path);
	const isEventCode = /^\/events\/[A-Z0-9]+$/.test(path);
	const isSignIn = path === '/login' || path === '/signup';
	const isBare = isStaffAccess || isEventCode;
	return { hasNavigation: !isBare, hasFooter: !isBare && !isSignIn };
}
