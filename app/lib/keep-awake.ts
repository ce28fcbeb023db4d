/**
 * Keeps the screen on until the returned function is called. The browser drops the lock when the page is hidden, so
 * it is taken again when the page is seen; where there is no such lock, nothing happens.
 */
export function keepAwake(): () => void {
	let lock: WakeLockSentinel | null = null;
	let isOver = false;

	const acquire = async () => {
		if (isOver || document.hidden || (lock && !lock.released)) return;
		try {
			const taken = await navigator.wakeLock?.request('screen');
			if (isOver) await taken?.release();
			else lock = taken ?? null;
		} catch {
			// Low battery or not allowed: the screen may go dark.
		}
	};
	const onVisibility = () => void acquire();
	document.addEventListener('visibilitychange', onVisibility);
	void acquire();

	return () => {
		isOver = true;
		document.removeEventListener('visibilitychange', onVisibility);
		void lock?.release().catch(() => {});
	};
}
