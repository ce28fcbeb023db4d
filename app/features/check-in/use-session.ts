import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DoorAccess } from './api.ts';
import { DoorSession } from './offline/door-session.ts';
import type { SessionView } from './offline/session-view.ts';

/** The door on this device, open as long as the page shows it. */
export function useDoorSession(access: DoorAccess): { session: DoorSession; view: SessionView } {
	const [session] = useState(() => new DoorSession(access));
	const view = useSyncExternalStore(session.subscribe, session.getView, session.getView);
	useEffect(() => session.open(), [session]);
	// Leaving would not lose them, but they would wait until somebody opens this door here again.
	const isWaiting = view.waiting + view.waitingSales > 0;
	useEffect(() => {
		if (!isWaiting) return;
		const warn = (event: BeforeUnloadEvent) => event.preventDefault();
		window.addEventListener('beforeunload', warn);
		return () => window.removeEventListener('beforeunload', warn);
	}, [isWaiting]);
	return { session, view };
}

const subscribeToConnection = (notify: () => void) => {
	window.addEventListener('online', notify);
	window.addEventListener('offline', notify);
	return () => {
		window.removeEventListener('online', notify);
		window.removeEventListener('offline', notify);
	};
};

/** Follows the browser's online and offline events. */
export function useIsOnline(): boolean {
	return useSyncExternalStore(
		subscribeToConnection,
		() => navigator.onLine,
		() => true,
	);
}
