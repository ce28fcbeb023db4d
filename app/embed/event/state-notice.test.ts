import { beforeEach, describe, expect, test, vi } from 'vitest';
import { embedStates } from '#shared/contracts/embeds.ts';
import { makeEmbeddedEvent } from '../test-events.ts';
import { stateNotice } from './state-notice.ts';

beforeEach(() => {
	vi.stubGlobal('location', { hostname: 'club.example' });
	vi.stubGlobal('navigator', { language: 'en-GB' });
});

describe('the state of an event', () => {
	test.each(embedStates)('%s: a sentence and where to go on, unless there is a form', (state) => {
		const notice = stateNotice(makeEmbeddedEvent({ state }));
		if (state === 'open') return expect(notice).toBeNull();
		expect(notice?.title).toBeTruthy();
		expect(notice?.text).toMatch(/[.]$/);
		expect(notice?.link.href).toMatch(/\/(events\/jazz-night\?|organisers\/harbour-club$)/);
	});

	test('the site that takes registrations is named, and only an address of the web is a link', () => {
		const elsewhere = (externalUrl: string) =>
			stateNotice(makeEmbeddedEvent({ state: 'elsewhere', externalUrl }));
		expect(elsewhere('https://tickets.example/jazz')).toMatchObject({
			text: 'Harbour Club takes registrations at tickets.example.',
			link: { href: 'https://tickets.example/jazz' },
		});
		expect(elsewhere('javascript:alert(1)')?.link.href).toMatch(/\/events\/jazz-night\?/);
	});

	test('the opening is said in the zone of the event', () => {
		const opensAt = '2027-01-01T11:00:00Z';
		expect(stateNotice(makeEmbeddedEvent({ state: 'not-yet', opensAt }))?.title).toBe(
			'Registration opens 1 Jan 2027, 12:00',
		);
		expect(stateNotice(makeEmbeddedEvent({ state: 'not-yet' }))?.title).toBe('Registration isn’t open yet');
	});

	test('what the organiser said is there', () => {
		const statusMessage = 'The singer is ill.';
		expect(stateNotice(makeEmbeddedEvent({ state: 'cancelled', statusMessage }))?.text).toBe(statusMessage);
		expect(stateNotice(makeEmbeddedEvent({ state: 'postponed', statusMessage }))?.text).toContain(
			statusMessage,
		);
	});
});
