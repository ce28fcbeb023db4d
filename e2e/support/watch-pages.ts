import type { BrowserContext, Request } from '@playwright/test';

/** What Chromium writes for every answer from 400 on, whether or not the page handles it. */
const REFUSAL_IN_CONSOLE = /^Failed to load resource: the server responded with a status of /;

/** The router takes no notice of the promise by which a browser says that it left out the animation of a change of page. */
const SKIPPED_TRANSITION = /^(?:AbortError|InvalidStateError): Transition was (?:skipped|aborted)/;

/** What is asked this long after the first 401 was on its way when the page read that. */
const UNDER_WAY_MS = 3_000;

/**
 * Tells of each fault of the context's pages: what they throw, what they log as an error, and answers from 400 on. An answer is judged
 * by itself and not by what the console says of it. The one refusal that nobody has to expect is the first 401 for a token: its session
 * has ended, and the page learns so by asking. What it asks with that token after it knows is a fault.
 */
export function watchPages(context: BrowserContext, tell: (fault: string) => void): void {
	context.on('weberror', (error) => {
		const fault = String(error.error());
		if (!SKIPPED_TRANSITION.test(fault)) tell(fault);
	});
	context.on('console', (message) => {
		if (message.type() !== 'error' || REFUSAL_IN_CONSOLE.test(message.text())) return;
		tell(`${message.text()} ${message.location().url}`);
	});
	/** When the session of each token was found to have ended. */
	const endedAt = new Map<string, number>();
	const begunAt = new WeakMap<Request, number>();
	context.on('request', (request) => begunAt.set(request, Date.now()));
	context.on('response', (response) => {
		if (response.status() < 400) return;
		const request = response.request();
		const token = response.status() === 401 ? request.headers().authorization : undefined;
		if (token) {
			if (!endedAt.has(token)) endedAt.set(token, Date.now());
			if ((begunAt.get(request) ?? 0) < (endedAt.get(token) ?? 0) + UNDER_WAY_MS) return;
		}
		tell(`status of ${response.status()} ${request.method()} ${response.url()}`);
	});
}
