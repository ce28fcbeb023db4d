import { getEvent } from '#shared/contracts/events.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { targetAfterSignIn } from './after-sign-in.ts';
import { useRouteExists } from './routes-that-exist.ts';

/** Where a sign-in that has just completed leads; see `targetAfterSignIn`. */
export function useTargetAfterSignIn(): (user: { isAdmin: boolean }, next: string | null) => Promise<string> {
	const hasRoute = useRouteExists();
	return (user, next) => targetAfterSignIn(user, next, { hasRoute, hasEvent });
}

async function hasEvent(reference: string): Promise<boolean> {
	const { api } = await import('#app/lib/api-client.ts');
	try {
		await api.call(getEvent, { params: { event: decodeURIComponent(reference) } });
		return true;
	} catch (error) {
		// An event behind a password is refused, and is there; what could not be asked is shown by the page itself.
		return !(error instanceof AppError && error.status === 404);
	}
}
