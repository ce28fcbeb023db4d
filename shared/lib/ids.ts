let lastMs = 0;
let counter = 0;
/** The milliseconds as an id begins with them, while they last. */
let written = '';
let writtenMs = -1;

/**
 * No id of this process is older from now on. The database's clock orders rows: with its time, a process whose own clock is
 * days behind makes no order that a look at the newest ids would miss.
 */
export function startIdsAt(ms: number): void {
	lastMs = Math.max(lastMs, Math.floor(ms));
}

/**
 * A UUIDv7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter that keeps the ids of one process in order, 62 random bits.
 * Rows made together lie together; the random part is not a secret.
 */
export function newId(): string {
	let ms = Date.now();
	if (ms > lastMs) {
		lastMs = ms;
		counter = (crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) & 0x3ff;
	} else {
		// The clock stood still or stepped back: stay on the last millisecond, and borrow the next when the counter is spent.
		counter += 1;
		if (counter > 0xfff) {
			lastMs += 1;
			counter = 0;
		}
		ms = lastMs;
	}
	const random = crypto.randomUUID();
	if (ms !== writtenMs) {
		const time = ms.toString(16).padStart(12, '0');
		written = `${time.slice(0, 8)}-${time.slice(8)}-7`;
		writtenMs = ms;
	}
	return `${written}${counter.toString(16).padStart(3, '0')}-${random.slice(19)}`;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: string): boolean {
	return uuidPattern.test(value);
}

/** Lower than every UUIDv7 of that millisecond and later ones: the first 48 bits are the time (RFC 9562, 5.7). */
export function lowestIdAt(atMs: number): string {
	const hex = atMs.toString(16).padStart(12, '0');
	return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
