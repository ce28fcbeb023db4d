import { afterEach, expect, test, vi } from 'vitest';
import { pageView } from '#shared/contracts/analytics.ts';
import { createAddressRedactor } from '#shared/rules/page-address.ts';
import { secretSegments } from '#shared/rules/routes.ts';
import { createPageViewTracker, trackingRules } from './page-views.ts';
import { isCountingAllowed, isCountingOff } from './visit-counting.ts';

function setUp(options: { isOff?: boolean; stored?: { sentAt: number[] } } = {}) {
	const stored = options.stored ?? { sentAt: [] };
	const sent: { at: number; path: string; search: string; referrer: string }[] = [];
	const clock = { now: 1_000_000 };
	const track = createPageViewTracker({
		rules: trackingRules,
		redact: createAddressRedactor(secretSegments),
		send(event) {
			expect(pageView.safeParse(event).success).toBe(true);
			expect(event.name).toBe('page_view');
			sent.push({ at: clock.now, ...event.properties });
		},
		now: () => clock.now,
		isOff: () => options.isOff ?? false,
		memory: {
			read: () => stored.sentAt,
			write: (sentAt) => {
				stored.sentAt = sentAt;
			},
		},
		facts: () => ({ referrer: 'https://elsewhere.example/scan/abc?token=x', userAgent: 'Mozilla/5.0' }),
	});
	return {
		sent,
		clock,
		track,
		go: (pathname: string, search = '', hash = '') => track({ pathname, search, hash }),
	};
}

afterEach(() => vi.unstubAllGlobals());

test('at least 2 s between sends', () => {
	const { sent, clock, go } = setUp();
	go('/');
	clock.now += 1_999;
	go('/events');
	expect(sent.map(({ path }) => path)).toEqual(['/']);
	clock.now += 1;
	go('/about');
	expect(sent.map(({ path }) => path)).toEqual(['/', '/about']);
});

test('at most 5 in any 60 s, whatever the paths', () => {
	const { sent, clock, go } = setUp();
	for (let call = 0; call < 30; call += 1) {
		go(`/page-${call}`);
		clock.now += 2_000;
	}
	expect(sent.map(({ at }) => at - 1_000_000)).toEqual([0, 2_000, 4_000, 6_000, 8_000]);
	go('/later');
	expect(sent).toHaveLength(6);
});

test('a page that is loaded anew goes on counting where the tab was', () => {
	const stored = { sentAt: [] as number[] };
	const reported = Array.from({ length: 30 }, (_, load) => {
		const { sent, clock, go } = setUp({ stored });
		clock.now += load * 2_000;
		go('/');
		return sent.length;
	});
	expect(reported.reduce((sum, one) => sum + one, 0)).toBe(5);
});

test('tokens and personal values are gone before anything is sent', () => {
	const { sent, go } = setUp();
	go('/staff-access/AB2C3D', '?token=abc&utm_source=mail', '#access_token=1');
	expect(sent[0]).toMatchObject({
		path: '/staff-access/[redacted]',
		search: '?token=[redacted]&utm_source=mail',
		hash: '#[redacted]',
		referrer: 'https://elsewhere.example/scan/[redacted]?token=[redacted]',
	});
});

test('nothing is sent for a visitor who does not want it', () => {
	const { sent, go } = setUp({ isOff: true });
	go('/');
	expect(sent).toEqual([]);
});

test.each([
	[{ doNotTrack: '1' }, null, true],
	[{ globalPrivacyControl: true }, null, true],
	[{}, 'off', true],
	[{ doNotTrack: '0', globalPrivacyControl: false }, null, false],
])('%j with the switch at %s: off is %s', (navigator, stored, isOff) => {
	vi.stubGlobal('navigator', navigator);
	vi.stubGlobal('localStorage', { getItem: () => stored });
	expect(isCountingOff()).toBe(isOff);
	// The switch in the footer says the same.
	expect(isCountingAllowed()).toBe(!isOff);
});
