import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { signOut } from '#app/lib/session.ts';

let isUnderWay = false;

/** While somebody leaves the guard must not send them to the sign-in: they are on the way to /. */
export function isLoggingOut(): boolean {
	return isUnderWay;
}

/** Where the doors of this device are remembered; most people never open one, and load nothing for it. */
const DOORS_KEY = 'foyer.doors';
const loadDoors = () => import('#app/features/check-in/offline/retention.ts');

/** Clears token and cache and goes to /. The guest lists of doors go with the session; scans and sales that wait are confirmed first. */
export function useLogOut(): () => Promise<void> {
	const navigate = useNavigate();
	const { t } = useLingui();
	return async () => {
		const doors = localStorage.getItem(DOORS_KEY) ? await loadDoors().catch(() => null) : null;
		const waiting = (await doors?.countMemberQueues().catch(() => 0)) ?? 0;
		if (
			waiting > 0 &&
			!window.confirm(
				t`${plural(waiting, {
					one: '# scan or sale isn’t synced yet. It stays on this device until you open check-in for that event again.',
					other:
						'# scans or sales aren’t synced yet. They stay on this device until you open check-in for that event again.',
				})} Log out?`,
			)
		)
			return;
		await leaveSession(navigate, async () => {
			await doors?.leaveMemberDoors().catch(() => {});
			await signOut();
		});
	};
}

/** Goes to / and ends the session by `end`: when the account is gone too. */
export async function leaveSession(
	navigate: (to: string) => void | Promise<void>,
	end: () => Promise<void>,
): Promise<void> {
	isUnderWay = true;
	try {
		// First away: a page that is still there would read everything again, without a token.
		await navigate('/');
	} finally {
		await end();
		isUnderWay = false;
	}
}
