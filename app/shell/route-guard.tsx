import { Navigate, Outlet, useLocation } from 'react-router';
import { useHydrated } from '#app/lib/hydrated.ts';
import { useSession } from '#app/lib/session.ts';
import { ensureTemporal } from '#app/lib/temporal.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { ErrorScreen } from './lazy-screens.tsx';
import { signInPath } from './sign-in-path.ts';
import { isLoggingOut } from './use-log-out.ts';
import { Queries } from './with-queries.tsx';

/** Pages behind the guard compute wall times. */
export async function clientLoader() {
	await ensureTemporal();
	return null;
}

export function shouldRevalidate() {
	return false;
}

/**
 * The layout around every page that needs a sign-in: a spinner while the user is loading, to /login without one, and back
 * from there. The server knows no token, so it renders the spinner.
 */
export default function RouteGuard() {
	const isHydrated = useHydrated();
	const session = useSession();
	const location = useLocation();
	if (session.status === 'user') {
		return (
			<Queries>
				<span data-read-late hidden />
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
			<span data-read-late hidden />
			<div className="grid flex-1 place-content-center py-24">
				<Spinner size={32} />
			</div>
		</>
	);
}
