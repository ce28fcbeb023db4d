/** Stops asking a server that does not answer, so that nobody waits for the time limit of every call. */
export interface CircuitBreaker {
	/** True while calls should fail at once; after the pause, one call passes to see whether the server is back. */
	isOpen(): boolean;
	/** Notes how a call ended: false when the server did not answer. */
	note(isAnswered: boolean): void;
}

/** @param options opens after so many failures in a row, for so long */
export function createCircuitBreaker(
	options: { failures: number; pauseMs: number },
	now: () => number = () => performance.now(),
): CircuitBreaker {
	let failures = 0;
	let nextTryAt = 0;
	return {
		isOpen() {
			if (failures < options.failures) return false;
			if (now() < nextTryAt) return true;
			// This call tries; others wait for its outcome.
			nextTryAt = now() + options.pauseMs;
			return false;
		},
		note(isAnswered) {
			failures = isAnswered ? 0 : failures + 1;
			if (failures >= options.failures) nextTryAt = now() + options.pauseMs;
		},
	};
}
