import { Trans } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { ErrorButtons } from './error-buttons.tsx';
import { NoticePage } from './notice-page.tsx';
import { PageTitle } from './page-title.tsx';

/** Screens that few visitors see, loaded when they are shown, so that every page is lighter. */
const ErrorScreenLoaded = lazy(() =>
	import('./error-screen.tsx').then(
		(module) => ({ default: module.ErrorScreen }),
		() => ({ default: NothingLoads }),
	),
);
const NotFoundLoaded = lazy(() =>
	import('./not-found.tsx').then(
		(module) => ({ default: module.NotFound }),
		() => ({ default: NothingLoads }),
	),
);

/** The top-level error screen; what does not exist is the not-found page. */
export function ErrorScreen({ error }: { error: unknown }) {
	return (
		<Suspense>
			<ErrorScreenLoaded error={error} />
		</Suspense>
	);
}

export function NotFound() {
	return (
		<Suspense>
			<NotFoundLoaded />
		</Suspense>
	);
}

/** Something went wrong and not even the screen for it can be loaded: the connection is gone. */
function NothingLoads() {
	return (
		<NoticePage title={<Trans>Oops! Something went wrong</Trans>}>
			<PageTitle />
			<p role="alert" data-severity="warning">
				<Trans>Check your internet connection and try again</Trans>
			</p>
			<ErrorButtons />
		</NoticePage>
	);
}
