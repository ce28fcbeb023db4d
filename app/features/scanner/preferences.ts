/** Scanner preferences stored on the device. */
export interface ScannerPreferences {
	/** The camera used last. */
	cameraId: string | null;
	zoom: number | null;
	isMuted: boolean;
}

const KEY = 'scanner';
const NOTHING: ScannerPreferences = { cameraId: null, zoom: null, isMuted: false };

/** Storage may be full, forbidden or hold something else: then nothing is remembered. */
export function readPreferences(): ScannerPreferences {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
		const { cameraId, zoom, isMuted } = Object(stored) as Record<string, unknown>;
		return {
			cameraId: typeof cameraId === 'string' && cameraId !== '' ? cameraId : null,
			zoom: typeof zoom === 'number' && Number.isFinite(zoom) ? zoom : null,
			isMuted: isMuted === true,
		};
	} catch {
		return NOTHING;
	}
}

export function savePreferences(change: Partial<ScannerPreferences>): void {
	try {
		localStorage.setItem(KEY, JSON.stringify({ ...readPreferences(), ...change }));
	} catch {
		// Not remembered.
	}
}
