/**
 * Sends the server something that nobody waits for: counted views, crashes. Light, so that pages which are only read need not
 * load the API client; survives leaving the page; failures are ignored.
 */
export function sendBeacon(path: string, body: unknown): void {
	if (navigator.onLine === false) return;
	fetch(path, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
		keepalive: true,
		credentials: 'omit',
	}).catch(() => {});
}
