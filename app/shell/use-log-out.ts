import { useNavigate } from 'react-router';
import { signOut } from '#app/lib/session.ts';

let isUnderWay = false;

/** While somebody logs out the guard must not send them to the sign-in: they are on the way to /. */
export function isLoggingOut(): boolean {
	return isUnderWay;
}

/** Clears token and cache and goes to /. */
export function useLogOut(): () => Promise<void> {
	const navigate = useNavigate();
	return async () => {
		isUnderWay = true;
		try {
			// First away: a page that is still there would read everything again, without a token.
			await navigate('/');
		} finally {
			await signOut();
			isUnderWay = false;
		}
	};
}
