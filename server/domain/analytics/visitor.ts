import { createHmac } from 'node:crypto';

const markBytes = 8;

/**
 * Tells the visitors of one day apart without a cookie: a keyed hash over the day, the address and the browser, which nobody
 * can turn back without the instance's key, which differs from day to day, and which is cleared after two days (jobs.ts).
 */
export function visitorMark(
	secret: Buffer,
	visit: { now: Date; address: string; userAgent: string },
): Buffer {
	return createHmac('sha256', secret)
		.update(`page-view\0${visit.now.toISOString().slice(0, 10)}\0${visit.address}\0${visit.userAgent}`)
		.digest()
		.subarray(0, markBytes);
}
