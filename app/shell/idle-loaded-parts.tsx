/** What a page needs only once somebody does something: loaded at the first touch, key or pointer. See idle-loaded.ts. */
import '#app/ui/error-behaviour.ts';
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

export { FeedbackHost } from '#app/features/feedback/components/feedback-host.tsx';
export { startConsoleBuffer } from '#app/features/feedback/console-buffer.ts';
export { openFeedback } from '#app/features/feedback/widget-store.ts';
export { Toaster } from '#app/ui/toaster.tsx';
export { CountingSwitch } from './counting-switch.tsx';
export { MobileSheet } from './mobile-sheet.tsx';
export { OfflineNotice } from './offline-notice.tsx';
export { PaletteKey } from './palette-key.tsx';
export { PrefetchRoutes } from './prefetch-routes.tsx';
export { RouteProgress } from './route-progress.tsx';
