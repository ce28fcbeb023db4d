/** In this order: most browsers also name those that they descend from. */
const browsers: [name: string, pattern: RegExp][] = [
	['Edge', /\bEdg(?:e|A|iOS)?\//],
	['Opera', /\bOPR\//],
	['Samsung Internet', /\bSamsungBrowser\//],
	['Firefox', /\b(?:Firefox|FxiOS)\//],
	['Chrome', /(?:Chrome|Chromium|CriOS)\//],
	['Safari', /\bSafari\//],
];

const systems: [name: string, pattern: RegExp][] = [
	['Android', /\bAndroid\b/],
	['iPhone', /\biPhone\b/],
	['iPad', /\biPad\b/],
	['Windows', /\bWindows NT\b/],
	['macOS', /\bMac OS X\b/],
	['ChromeOS', /\bCrOS\b/],
	['Linux', /\bLinux\b/],
];

const nameIn = (list: [string, RegExp][], text: string) =>
	list.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** Browser and system from a User-Agent header, as labels; null for unknown parts. */
export function describeUserAgent(userAgent: string): { browser: string | null; system: string | null } {
	return { browser: nameIn(browsers, userAgent), system: nameIn(systems, userAgent) };
}
