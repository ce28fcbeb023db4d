import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type PageView, pageView } from '#shared/contracts/analytics.ts';
import { firstViewScript } from './first-view.ts';

interface Beacon {
	path: string;
	type: string;
	body: Promise<PageView>;
}

/** Loads a page as a browser does: runs the script of its head from its text, with nothing but the browser around it. */
function load(
	address: string,
	options: {
		stored?: Map<string, string>;
		navigator?: object;
		switchedOff?: boolean;
		isStorageForbidden?: boolean;
		now?: number;
		prerendering?: boolean;
		hasBeacon?: boolean;
	} = {},
) {
	const sent: Beacon[] = [];
	const fetched: { path: string; body: string }[] = [];
	const { pathname, search, hash } = new URL(address);
	const stored = options.stored ?? new Map<string, string>();
	const document = Object.assign(new EventTarget(), {
		referrer: 'https://elsewhere.example/scan/abc?q=ada',
		prerendering: options.prerendering ?? false,
		documentElement: { dataset: {} as Record<string, string> },
	});
	const storage = (entries: Map<string, string>) => ({
		getItem(key: string) {
			if (options.isStorageForbidden) throw new Error('SecurityError');
			return entries.get(key) ?? null;
		},
		setItem(key: string, value: string) {
			if (options.isStorageForbidden) throw new Error('SecurityError');
			entries.set(key, value);
		},
	});
	const window: { foyerViewed?: string } = {};
	const globals = {
		...{ window, document, Blob, URL, URLSearchParams },
		location: { pathname, search, hash },
		sessionStorage: storage(stored),
		localStorage: storage(new Map(options.switchedOff ? [['visitCounting', 'off']] : [])),
		navigator: {
			userAgent: 'Mozilla/5.0',
			onLine: true,
			...(options.hasBeacon !== false && {
				sendBeacon(path: string, blob: Blob) {
					sent.push({ path, type: blob.type, body: blob.text().then(JSON.parse) });
					return true;
				},
			}),
			...options.navigator,
		},
		fetch: async (path: string, { body }: { body: string }) => fetched.push({ path, body }),
		now: options.now ?? 1_000_000_000_000,
	};
	const script = /^<script nonce="n">(.*)<\/script>$/s.exec(firstViewScript('n'))?.[1] ?? '';
	expect(script).not.toMatch(/<\/?script/i);
	const context = createContext(globals);
	runInContext('Date.now = () => now', context);
	runInContext(script, context);
	return { sent, fetched, stored, window, document };
}

test('the view is reported as soon as the head is read, redacted, as a beacon', async () => {
	const { sent, window } = load(
		'https://foyer.test/scan/s3cretToken?token=abc&utm_source=mail#access_token=1',
	);
	expect(sent).toHaveLength(1);
	expect([sent[0]?.path, sent[0]?.type]).toEqual(['/api/analytics/track', 'application/json']);
	const body = await sent[0]?.body;
	expect(pageView.safeParse(body).success).toBe(true);
	expect(body).toMatchObject({
		name: 'page_view',
		properties: {
			path: '/scan/[redacted]',
			search: '?token=[redacted]&utm_source=mail',
			hash: '#[redacted]',
			referrer: 'https://elsewhere.example/scan/[redacted]?q=[redacted]',
			userAgent: 'Mozilla/5.0',
		},
	});
	expect(JSON.stringify(body)).not.toMatch(/s3cret|abc|access_token/);
	// The router leaves it out then.
	expect(window.foyerViewed).toBe('/scan/s3cretToken?token=abc&utm_source=mail#access_token=1');
});

test('loads count in the limits of the tab: 2 s apart, five a minute', () => {
	const stored = new Map<string, string>();
	const reported = (seconds: number) =>
		load('https://foyer.test/events', { stored, now: 1_000_000_000_000 + seconds * 1_000 }).sent.length;
	expect([0, 1, 2, 4, 6, 8, 10, 59].map(reported)).toEqual([1, 0, 1, 1, 1, 1, 0, 0]);
	expect(reported(61)).toBe(1);
});

test.each([
	['Do Not Track', { navigator: { doNotTrack: '1' } }],
	['Global Privacy Control', { navigator: { globalPrivacyControl: true } }],
	['the switch', { switchedOff: true }],
	['no connection', { navigator: { onLine: false } }],
])('%s: nothing is sent', (_, options) => {
	const { sent, fetched, document } = load('https://foyer.test/', options);
	expect([sent, fetched]).toEqual([[], []]);
	// The footer does not say that visits are counted until its switch is there.
	expect('uncounted' in document.documentElement.dataset).toBe(
		!('navigator' in options && 'onLine' in options.navigator),
	);
});

test('a browser that forbids storage counts for as long as the page lives, and does not fail', () => {
	expect(load('https://foyer.test/', { isStorageForbidden: true }).sent).toHaveLength(1);
});

test('without beacons, or when the browser takes no more of them, the view goes by a call that outlives the page', () => {
	for (const options of [{ hasBeacon: false }, { navigator: { sendBeacon: () => false } }]) {
		const { fetched } = load('https://foyer.test/events', options);
		expect(fetched.map(({ path, body }) => [path, JSON.parse(body).properties.path])).toEqual([
			['/api/analytics/track', '/events'],
		]);
	}
});

test('a page that is loaded ahead is reported once it is shown', () => {
	const { sent, document } = load('https://foyer.test/', { prerendering: true });
	expect(sent).toEqual([]);
	document.dispatchEvent(new Event('prerenderingchange'));
	expect(sent).toHaveLength(1);
});
