import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * What happens when a page is arrived at inside the application: it scrolls to top on every path or query change, or to
 * the part that the hash names; on a new path the focus moves to the heading, so that a screen reader says where it is.
 * The first page is the browser's own business.
 */
export function useArrival(): void {
	const { pathname, search, hash, key } = useLocation();
	const before = useRef({ pathname, search, key });
	useEffect(() => {
		const last = before.current;
		before.current = { pathname, search, key };
		if (last.key === key) return;
		const isElsewhere = last.pathname !== pathname || last.search !== search;
		const part = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
		if (part) part.scrollIntoView();
		else if (isElsewhere) window.scrollTo(0, 0);
		if (last.pathname !== pathname) focusHeading(part);
	}, [pathname, search, hash, key]);
}

function focusHeading(part: HTMLElement | null) {
	const main = document.getElementById('content');
	const target = part ?? main?.querySelector<HTMLElement>('h1') ?? main;
	// A page that puts the focus somewhere itself (a sign-in field) has done so by now.
	if (!target || (main?.contains(document.activeElement) && document.activeElement !== main)) return;
	if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
	target.focus({ preventScroll: true });
}
