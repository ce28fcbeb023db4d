import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { noteLanding } from '#app/lib/came-by.ts';
import { trackPageView } from '#app/lib/page-views.ts';
import { wasFirstView } from './first-view.ts';

/** Reports every navigation after the first, which the document itself reports; see docs/decisions/152-export-and-erasure.md. */
export function PageViews() {
	const { pathname, search, hash, key } = useLocation();
	// The key: the same address visited again is another navigation.
	useEffect(() => {
		if (!key) return;
		noteLanding(search);
		if (!wasFirstView({ pathname, search, hash })) trackPageView({ pathname, search, hash });
	}, [pathname, search, hash, key]);
	return null;
}
