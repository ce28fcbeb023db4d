import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eventPlace } from '#shared/rules/event-place.ts';
import { eventCss } from '../event/event-css.ts';
import { cardsCss } from '../events/cards-css.ts';
import { monthCss } from '../events/month-css.ts';
import { eventsCss } from '../events/mount.ts';
import { buttonCss } from '../events/mount-button.ts';
import { panelCss } from '../panel/panel-css.ts';
import { makeEmbeddedEvent } from '../test-events.ts';
import { colourOf } from './accent.ts';
import { baseCss } from './base-css.ts';
import { priceOf, whenOf } from './facts.ts';
import { eventLink } from './links.ts';

beforeEach(() => {
	vi.stubGlobal('location', { hostname: 'club.example' });
	vi.stubGlobal('navigator', { language: 'en-GB' });
});

describe('links', () => {
	test('lead to the event page with the choice and the site around', () => {
		expect(eventLink('jazz-night', { a: 2, b: 0, c: 1 })).toMatch(
			/\/events\/jazz-night\?tickets=a\.2,c\.1&utm_source=club\.example&utm_medium=embed$/,
		);
		expect(eventLink('a/b')).toMatch(/\/events\/a%2Fb\?utm_source=club\.example&utm_medium=embed$/);
		vi.stubGlobal('location', { hostname: '' });
		expect(eventLink('jazz-night')).toMatch(/\/events\/jazz-night\?utm_medium=embed$/);
	});
});

describe('words', () => {
	test('say when, in the zone of the event and the way of the reader’s region', () => {
		expect(whenOf(makeEmbeddedEvent())).toMatch(/^Thursday 21 January 2027, 19:30 – 22:00/);
		vi.stubGlobal('navigator', { language: 'de-DE' });
		expect(whenOf(makeEmbeddedEvent())).toMatch(/^Thursday, January 21, 2027, 7:30/);
		vi.stubGlobal('navigator', { language: 'en-@' });
		expect(whenOf(makeEmbeddedEvent({ isAllDay: true }))).toBe('Thursday, January 21, 2027');
	});

	test('name the zone of the event where the reader’s clock is another one', () => {
		const { timeZone: own } = Intl.DateTimeFormat().resolvedOptions();
		expect(whenOf(makeEmbeddedEvent({ timeZone: own }))).not.toContain('UTC');
		const away = own === 'Asia/Tokyo' ? 'Asia/Kolkata' : 'Asia/Tokyo';
		expect(whenOf(makeEmbeddedEvent({ timeZone: away }))).toMatch(/UTC\+[\d:]+ \((Tokyo|Kolkata)\)$/);
		expect(whenOf(makeEmbeddedEvent({ timeZone: away, isAllDay: true }))).not.toContain('UTC');
	});

	test('say where', () => {
		expect(eventPlace(makeEmbeddedEvent())).toBe('Blue Hall, Berlin');
		expect(eventPlace(makeEmbeddedEvent({ format: 'online' }))).toBe('Online');
		expect(eventPlace(makeEmbeddedEvent({ format: 'hybrid', venueName: '' }))).toBe('Berlin and online');
		expect(eventPlace(makeEmbeddedEvent({ venueName: '', city: '' }))).toBe('');
	});

	test('say what it costs', () => {
		expect(priceOf(makeEmbeddedEvent())).toBe('Free');
		expect(priceOf(makeEmbeddedEvent({ maxPriceMinor: 2_500 }))).toBe('Free – €25.00');
		expect(priceOf(makeEmbeddedEvent({ minPriceMinor: null, maxPriceMinor: null }))).toBe('');
	});
});

test('an accent is a colour in hex or nothing', () => {
	expect(colourOf(' #FFD400 ')).toBe('#ffd400');
	expect(colourOf('#abc')).toBe('#aabbcc');
	for (const no of [null, '', 'red', '#12345', '#ffd40080', 'url(x)']) expect(colourOf(no)).toBeNull();
});

test('sheets read no custom property of the page around but those that are offered to it', () => {
	const sheets = [baseCss, eventCss, buttonCss, cardsCss, eventsCss, monthCss, panelCss].join('\n');
	const namesOf = (pattern: RegExp) => [...new Set([...sheets.matchAll(pattern)].map(([, name]) => name))];
	const own = namesOf(/(--[\w-]+):/g);
	expect(namesOf(/var\((--[\w-]+)/g).filter((name) => !own.includes(name))).toEqual([
		'--foyer-font',
		'--foyer-font-size',
		'--foyer-radius',
	]);
});
