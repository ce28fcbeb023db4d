const SWITCH_KEY = 'visitCounting';

/** Do Not Track, Global Privacy Control, or the switch of this product. */
export function isCountingOff(): boolean {
	const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
	return doNotTrack === '1' || globalPrivacyControl === true || !isCountingAllowed();
}

export function isCountingAllowed(): boolean {
	try {
		return localStorage.getItem(SWITCH_KEY) !== 'off';
	} catch {
		return true;
	}
}

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
