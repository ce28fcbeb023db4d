import type { BrowserContext, Request } from '@playwright/test';

const seen = new WeakSet<BrowserContext>();

/** What Chromium writes for every answer from 400 on, whether or not the page handles it. */
const REFUSAL_IN_CONSOLE = /^Failed to load resource: the server responded with a status of /;

/**
 * Tells of each fault of the context's pages: what they throw, what they log as an error, and answers from 400 on. An answer is judged
 * by itself and not by what the console says of it. The one refusal that nobody has to expect is the first 401 for a token: its session
 * has ended, and the page learns so by asking. What it asks with that token after it knows is a fault.
 */
export function watchPages(context: BrowserContext, tell: (fault: string) => void): void {
	if (seen.has(context)) return;
	seen.add(context);
	context.on('weberror', (error) => tell(String(error.error())));
	context.on('console', (message) => {
		if (message.type() !== 'error' || REFUSAL_IN_CONSOLE.test(message.text())) return;
		tell(`${message.text()} ${message.location().url}`);
	});
	/** The requests with each token that were under way when its session was found to have ended. */
	const endedFor = new Map<string, Set<Request>>();
	const open = new Set<Request>();
	context.on('request', (request) => open.add(request));
	context.on('requestfailed', (request) => open.delete(request));
	context.on('response', (response) => {
		const request = response.request();
		open.delete(request);
		if (response.status() < 400) return;
		const token = response.status() === 401 ? request.headers().authorization : undefined;
		if (token) {
			const underWay = endedFor.get(token);
			if (!underWay) {
				endedFor.set(token, new Set([...open]));
				return;
			}
			if (underWay.has(request)) return;
		}
		tell(`status of ${response.status()} ${request.method()} ${response.url()}`);
	});
}
