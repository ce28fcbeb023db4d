import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';

/** The name of this device for check-in. Stored permanently, so that entering again takes no second place of a link. */
const ID = 'foyer.device-id';
const KEY = 'foyer.device-key';
const NAME = 'foyer.device-name';

/** Where nothing can be stored, these live as long as the page. */
const here = new Map<string, string>();

function stored(name: string): string | null {
	try {
		return localStorage.getItem(name) ?? here.get(name) ?? null;
	} catch {
		return here.get(name) ?? null;
	}
}

function store(name: string, value: string): string {
	here.set(name, value);
	try {
		localStorage.setItem(name, value);
	} catch {
		// Not stored.
	}
	return value;
}

/** Names the device in scans; no secret. */
export const deviceId = (): string => stored(ID) ?? store(ID, newIdempotencyKey());

/** Proves to the server that it is this device again. */
export const deviceKey = (): string => stored(KEY) ?? store(KEY, newIdempotencyKey());

export const deviceName = (): string => stored(NAME) ?? '';

export const setDeviceName = (name: string): void => void store(NAME, name.trim().slice(0, 60));
