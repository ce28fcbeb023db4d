export const SWITCH_KEY = 'visitCounting';

/**
 * Do Not Track, Global Privacy Control, or the switch of this product. The server writes this function into pages as its own text, so it
 * uses nothing but its argument and the browser.
 */
export function isCountingOff(key = SWITCH_KEY): boolean {
	const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
	if (doNotTrack === '1' || globalPrivacyControl === true) return true;
	try {
		return localStorage.getItem(key) === 'off';
	} catch {
		return false;
	}
}

/** Whether visits of this browser are counted: what the browser forbids, the switch does not allow. */
export const isCountingAllowed = (): boolean => !isCountingOff();

/** Remembers on this device whether visits may be counted. */
export function allowCounting(isAllowed: boolean): void {
	try {
		if (isAllowed) localStorage.removeItem(SWITCH_KEY);
		else localStorage.setItem(SWITCH_KEY, 'off');
	} catch {
		// A browser that forbids storage cannot be remembered either way.
	}
	for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

export function subscribeToCounting(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
