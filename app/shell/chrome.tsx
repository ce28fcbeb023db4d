import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { latePart } from '#app/lib/optional-part.tsx';
import { tokens, type Viewing } from '#app/lib/token-store.ts';
import { FeedbackButton } from './feedback-button.tsx';
import { Footer } from './footer.tsx';
import { useHydrated } from './hydration.ts';
import { useIdleParts } from './idle-loaded.ts';
import { frameOf } from './layout-rules.ts';
import { NavigationBar } from './navigation-bar.tsx';
import { useArrival } from './use-arrival.ts';

const ViewBanner = latePart(() => import('./view-banner.tsx').then((module) => module.ViewBanner));

/** The frame around every page: skip link, navigation, content, footer, notices. */
export function Chrome({ children }: { children: ReactNode }) {
	const { pathname } = useLocation();
	const { hasNavigation, hasFooter } = frameOf(pathname);
	const viewing = useSyncExternalStore(tokens.subscribe, tokens.viewing, () => null);
	useArrival();
	useHydrated();
	return (
		<div className="relative flex min-h-dvh flex-col" data-viewing={viewing ? '' : undefined}>
			<a
				href="#content"
				className="fixed start-4 top-2 z-50 -translate-y-20 rounded-md bg-primary px-4 py-2.5 text-sm font-medium text-on-primary focus:translate-y-0"
			>
				<Trans>Skip to content</Trans>
			</a>
			{viewing ? (
				<Suspense>
					<ViewBanner viewing={JSON.parse(viewing) as Viewing} />
				</Suspense>
			) : null}
			{hasNavigation ? <NavigationBar /> : null}
			{/* Filled where somebody is signed in: route-guard.tsx. */}
			{hasNavigation ? <div id="sections" /> : null}
			{/* What is read after the page stands grows: there the footer waits below the window, so that it is never pushed. */}
			<main
				id="content"
				tabIndex={-1}
				className="flex flex-1 flex-col outline-none has-[>[data-read-late]]:min-h-[calc(100dvh-3.5rem)]"
			>
				{children}
			</main>
			{hasFooter ? <Footer /> : null}
			<NavigationProgress />
			<FeedbackButton />
			<IdleParts />
		</div>
	);
}

/** By itself, so that the frame is not rendered again when they come. */
function IdleParts() {
	const parts = useIdleParts();
	if (!parts) return null;
	return (
		<>
			<parts.PageViews />
			<parts.RouteProgress />
			<parts.PrefetchRoutes />
			<parts.OfflineNotice />
			<parts.PaletteKey />
			<parts.FeedbackHost />
			<parts.Toaster />
		</>
	);
}

/**
 * A line at the upper edge while the next screen is on its way. It is there with the first script of a page, and the style sheet shows it
 * after a moment that a quick change never reaches: somebody on a slow network sees at once that the press was registered.
 */
function NavigationProgress() {
	if (useNavigation().state === 'idle') return null;
	return (
		<span className="under-way" aria-hidden="true" data-print="hide">
			<span className="progress-unknown block h-full w-2/5 bg-accent" />
		</span>
	);
}
