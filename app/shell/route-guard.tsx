import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useHydrated } from '#app/lib/hydrated.ts';
import { optionalPart } from '#app/lib/optional-part.tsx';
import { useSession } from '#app/lib/session.ts';
import { ensureTemporal } from '#app/lib/temporal.ts';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { ErrorScreen } from './lazy-screens.tsx';
import { PageWaiting } from './route-skeleton.tsx';
import { signInPath } from './sign-in-path.ts';
import { isLoggingOut } from './use-log-out.ts';
import { Queries } from './with-queries.tsx';

const SectionBars = optionalPart(() => import('./section-bars.tsx').then((module) => module.SectionBars));

const TwoFactorNote = optionalPart(() =>
	import('./two-factor-note.tsx').then((module) => module.TwoFactorNote),
);

/** Pages behind the guard compute wall times. */
export async function clientLoader() {
	await ensureTemporal();
	return null;
}

export function shouldRevalidate() {
	return false;
}

/**
 * The layout around every page that needs a sign-in: the page's shape while the user is loading, to /login without one,
 * and back from there. The server knows no token, so it renders the shape.
 */
export default function RouteGuard() {
	const isHydrated = useHydrated();
	const session = useSession();
	const location = useLocation();
	if (session.status === 'user') {
		return (
			<Queries>
				<span data-read-late data-guarded hidden />
				<Sections user={session.user} />
				{session.user.organisations.some((one) => one.needsTwoFactorFrom) ? (
					// As high as the note, so that the page does not move when its script has come.
					<div className="min-h-34 sm:min-h-20">
						<TwoFactorNote user={session.user} />
					</div>
				) : null}
				<Outlet context={session.user} />
			</Queries>
		);
	}
	if (session.status === 'failed') return <ErrorScreen error={session.error} />;
	if (isHydrated && session.status === 'guest' && !isLoggingOut()) {
		return <Navigate to={signInPath(location)} replace />;
	}
	return (
		<>
			<span data-read-late data-guarded hidden />
			<PageWaiting />
		</>
	);
}

/** The bars stand before the content, so that the way to it passes them by. A page without the navigation bar has no place for them. */
function Sections({ user }: { user: CurrentUser }) {
	const { pathname } = useLocation();
	const [place, setPlace] = useState<HTMLElement | null>(null);
	// It comes and goes with the path.
	useLayoutEffect(() => setPlace(document.getElementById('sections')), [pathname]);
	if (!place) return null;
	return createPortal(
		<div className="contents" data-print="hide">
			<SectionBars user={user} />
		</div>,
		place,
	);
}
