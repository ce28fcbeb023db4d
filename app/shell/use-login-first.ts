import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { currentSession, useSession } from '#app/lib/session.ts';

/**
 * Sends a guest to log in before the page of an event that is theirs, and back to `path?event=…`.
 * @param event empty: the page needs no one
 */
export function useLoginFirst(path: string, event: string) {
	const navigate = useNavigate();
	const session = useSession();
	useEffect(() => {
		// The first render is that of a guest, whoever is here.
		if (!event || session.status !== 'guest' || currentSession().status !== 'guest') return;
		const next = `${path}?event=${encodeURIComponent(event)}`;
		void navigate(`/login?next=${encodeURIComponent(next)}`, { replace: true });
	}, [path, event, session.status, navigate]);
	return session;
}
