import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '#app/lib/hydrated.ts';

/** The tokens of our links: 32 bytes as base64url. */
const whole = /^[\w-]{43}$/;

/**
 * The secret of a link in an email, from `?token=`; null without one, empty when a part of it is missing. It leaves the
 * address at once, so that it is in no history, no shared link and no page-view report, and stays with the history entry, so
 * that a reload still has it.
 */
export function useLinkToken(): string | null {
	const { pathname, search, state } = useLocation();
	const navigate = useNavigate();
	const isHydrated = useHydrated();
	const inAddress = new URLSearchParams(search).get('token');
	useEffect(() => {
		if (inAddress)
			void navigate(pathname, { replace: true, state: { token: inAddress }, preventScrollReset: true });
	}, [inAddress, pathname, navigate]);
	// The server knows nothing of the history entry, and the first render must be the same as its own.
	const inHistory = isHydrated ? (state as { token?: string } | null)?.token : undefined;
	const token = inAddress ?? inHistory ?? null;
	return token !== null && !whole.test(token) ? '' : token;
}
