import { matchPath } from 'react-router';
import { getEvent } from '#shared/contracts/events.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { listRoutes } from '#shared/rules/routes.ts';
import { ORIGIN, safeTarget } from './sign-in-path.ts';

const targets = listRoutes(({ isSignInTarget }) => isSignInTarget !== false);

/**
 * Where a sign-in that has just completed leads. `next` is where it began, as the `next` query of /login carries it; an unknown
 * path leads to the dashboard.
 */
export async function targetAfterSignIn(
	user: { isAdmin: boolean },
	next: string | null,
	isEvent = hasEvent,
): Promise<string> {
	const target = safeTarget(next);
	if (!target || target === '/') return user.isAdmin ? '/admin' : '/dashboard';
	if (user.isAdmin) return target;
	const { pathname } = new URL(target, ORIGIN);
	const [first = '', ...others] = pathname.split('/').filter(Boolean);
	const isKnown =
		targets.some((path) => matchPath(path, pathname)) || (others.length === 0 && (await isEvent(first)));
	return isKnown ? target : '/dashboard';
}

async function hasEvent(reference: string): Promise<boolean> {
	const { api } = await import('#app/lib/api-client.ts');
	try {
		await api.call(getEvent, { params: { event: decodeURIComponent(reference) } });
		return true;
	} catch (error) {
		// An event behind a password is refused, and is there; what could not be read is shown by the page itself.
		return !(error instanceof AppError && error.status === 404);
	}
}
