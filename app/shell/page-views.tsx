import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { noteLanding } from '#app/lib/came-by.ts';
import { trackPageView } from '#app/lib/page-views.ts';

/** Tells of every navigation; see docs/decisions/156-page-views-and-crash-reports.md. */
export function PageViews() {
	const { pathname, search, hash, key } = useLocation();
	// The key: the same address visited again is another navigation.
	useEffect(() => {
		if (!key) return;
		noteLanding(search);
		trackPageView({ pathname, search, hash });
	}, [pathname, search, hash, key]);
	return null;
}
