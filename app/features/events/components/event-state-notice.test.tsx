import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { EventStateNotice } from './event-state-notice.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const startsAt = '2027-02-01T19:00:00Z';
const endsAt = '2027-02-01T21:00:00Z';

/** What the notice says at an instant. */
function noticeAt(now: string, changes: Partial<PublicEvent> = {}, isSoldOut = false): string {
	const event = {
		...{ status: 'published', startsAt, endsAt, timeZone: 'Europe/Berlin', statusMessage: '' },
		...{ previousStartsAt: null, previousPlace: null, organiser: { name: 'Harbour Hall' }, ...changes },
	} as PublicEvent;
	const Screen = () => (
		<I18nProvider i18n={i18n}>
			<EventStateNotice {...{ event, now, isSoldOut }} hasMoreEvents={false} />
		</I18nProvider>
	);
	const Stub = createRoutesStub([{ path: '/', Component: Screen }]);
	return renderToString(<Stub />).replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, '');
}

test.each([
	['2027-02-01T18:59:59Z', ''],
	[startsAt, 'Happening now'],
	['2027-02-01T20:59:59Z', 'Happening now'],
	[endsAt, 'This event is over. Browse EventsFollow Harbour Hall'],
])('at %s: %j', (now, said) => {
	expect(noticeAt(now)).toBe(said);
});

test('an event that is on is said beside what else is to be known, and one that was cancelled is not on', () => {
	const during = '2027-02-01T20:00:00Z';
	expect(noticeAt(during, { previousPlace: 'Pier 1' }, true)).toMatch(
		/^Happening now.*Previously Pier 1.*This event is sold out/,
	);
	for (const status of ['cancelled', 'postponed', 'draft'] as const)
		expect(noticeAt(during, { status })).not.toContain('Happening now');
});

test.each(['cancelled', 'published'])('one that nobody can come to leads to the next: %s', (status) => {
	const said = noticeAt(status === 'published' ? endsAt : startsAt, { status } as Partial<PublicEvent>);
	expect(said).toContain('Follow Harbour Hall');
});
