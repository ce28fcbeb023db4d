import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The secret of a link in a mail, from `?token=`. It leaves the address at once, so that it is in no history, no shared link
 * and no page-view report, and stays with the history entry, so that a reload still has it.
 */
export function useLinkToken(): string | null {
	const { pathname, search, state } = useLocation();
	const navigate = useNavigate();
	const inAddress = new URLSearchParams(search).get('token');
	useEffect(() => {
		if (inAddress)
			void navigate(pathname, { replace: true, state: { token: inAddress }, preventScrollReset: true });
	}, [inAddress, pathname, navigate]);
	return inAddress ?? (state as { token?: string } | null)?.token ?? null;
}
