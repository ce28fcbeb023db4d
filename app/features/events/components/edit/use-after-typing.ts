import { useEffect, useRef } from 'react';

/** After the last key. */
const QUIET_MS = 800;
const RETRY_MS = 5_000;

/**
 * Saves 800 ms after the last change of a value. A value that was refused waits for the next change; one that met no connection is
 * tried again every 5 seconds, and at once when the connection is back.
 */
export function useAfterTyping<T>(source: {
	/** Compared by identity. */
	typed: T;
	/** There is something to save, and nothing in its way. */
	mayTry: boolean;
	isOffline: boolean;
	/** Begins to save; false when it cannot begin now. */
	attempt: () => boolean;
}): void {
	const { typed, mayTry, isOffline } = source;
	const newest = useRef(source.attempt);
	const tried = useRef<T | undefined>(undefined);
	useEffect(() => {
		newest.current = source.attempt;
	});
	useEffect(() => {
		const isAgain = typed === tried.current;
		if (!mayTry || (isAgain && !isOffline)) return;
		let timer = setTimeout(attempt, isAgain ? RETRY_MS : QUIET_MS);
		function attempt() {
			clearTimeout(timer);
			if (newest.current()) tried.current = typed;
			else timer = setTimeout(attempt, QUIET_MS);
		}
		addEventListener('online', attempt);
		return () => {
			clearTimeout(timer);
			removeEventListener('online', attempt);
		};
	}, [typed, isOffline, mayTry]);
}
