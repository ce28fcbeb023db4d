/**
 * Which parts of the frame a path shows (section 2, layout rules). An event-code page is /events/ followed by upper-case
 * letters and digits: the bare page for posters and door kiosks. The door itself has the whole screen, on a helper's device and on
 * a member's; /qr-scanner without an event is a page like others. The total of a fundraiser is read across a room.
 */
export function frameOf(pathname: string): { hasNavigation: boolean; hasFooter: boolean } {
	const path = pathname.replace(/\/+$/, '') || '/';
	const isStaffAccess = /^\/staff-access(\/|$)/.test(path);
	const isWholeScreen = /^\/(scan|staff-scanner|qr-scanner|fundraisers\/.+)\/./.test(path);
	const isEventCode = /^\/events\/[A-Z0-9]+$/.test(path);
	const isSignIn = path === '/login' || path === '/signup';
	const isBare = isStaffAccess || isWholeScreen || isEventCode;
	return { hasNavigation: !isBare, hasFooter: !isBare && !isSignIn };
}
