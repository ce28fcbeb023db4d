import { jsonForScript } from '#app/lib/json-text.ts';
import {
	createPageViewTracker,
	createTabMemory,
	type TrackerParts,
	trackingRules,
} from '#app/lib/page-views.ts';
import { isCountingOff, SWITCH_KEY } from '#app/lib/visit-counting.ts';
import { createAddressRedactor } from '#shared/rules/page-address.ts';
import { secretSegments } from '#shared/rules/routes.ts';

declare global {
	interface Window {
		/** The address that the document was loaded with, once its view was reported; gone when the router has seen it. */
		foyerViewed?: string | undefined;
	}
}

type Given = Pick<TrackerParts, 'rules' | 'redact' | 'isOff' | 'memory'>;

/**
 * Runs in the head of every page and reports its view at once: before any file of script is there, so that who leaves within a second
 * is counted. The server writes this function into the page as its own text, so it uses nothing but its arguments and the browser.
 */
export function sendFirstView(
	createTracker: typeof createPageViewTracker,
	{ rules, redact, isOff, memory }: Given,
): void {
	if (isOff()) document.documentElement.dataset.uncounted = '';
	const track = createTracker({
		...{ rules, redact, isOff, memory },
		now: () => Date.now(),
		facts: () => ({ referrer: document.referrer, userAgent: navigator.userAgent }),
		send(event) {
			if (navigator.onLine === false) return;
			const body = JSON.stringify(event);
			const headers = { 'content-type': 'application/json' };
			// A browser without it, or whose queue is full.
			if (!navigator.sendBeacon?.(rules.path, new Blob([body], { type: headers['content-type'] })))
				fetch(rules.path, { method: 'POST', headers, body, keepalive: true, credentials: 'omit' }).catch(
					() => {},
				);
		},
	});
	function send() {
		const { pathname, search, hash } = location;
		window.foyerViewed = pathname + search + hash;
		track({ pathname, search, hash });
	}
	// A page that a browser loads ahead may never be seen.
	if ((document as { prerendering?: boolean }).prerendering)
		document.addEventListener('prerenderingchange', send, { once: true });
	else send();
}

/** Whether the view of this address was reported by the document itself; true once. */
export function wasFirstView({
	pathname,
	search,
	hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): boolean {
	const wasReported = window.foyerViewed === pathname + search + hash;
	window.foyerViewed = undefined;
	return wasReported;
}

/** For the head of a page. */
export function firstViewScript(nonce: string | undefined): string {
	const parts = [
		`rules:${jsonForScript(trackingRules)}`,
		`redact:(${createAddressRedactor})(${jsonForScript(secretSegments)})`,
		`isOff:()=>(${isCountingOff})(${jsonForScript(SWITCH_KEY)})`,
		`memory:(${createTabMemory})(${jsonForScript(trackingRules.key)})`,
	];
	return `<script${nonce ? ` nonce="${nonce}"` : ''}>(${sendFirstView})(${createPageViewTracker},{${parts}})</script>`;
}
