import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Offer } from '../use-live-types.ts';
import { SaleNotice } from './sale-notice.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const event = {
	...{ slug: 'night', status: 'published', timeZone: 'Europe/Berlin' },
	organiser: { name: 'Harbour Hall', slug: 'hall' },
} as PublicEvent;

/** The addresses that the notice of a sold-out event leads to: the one beside it, and that of the bar of a phone. */
function linksOf(offer: Partial<Offer>, eventAccess?: string): string[] {
	const Screen = () => (
		<I18nProvider i18n={i18n}>
			<SaleNotice
				event={event}
				summary={{ state: 'sold_out' }}
				offer={offer as Offer}
				eventAccess={eventAccess}
			/>
		</I18nProvider>
	);
	const Stub = createRoutesStub([{ path: '/', Component: Screen }]);
	return [...renderToString(<Stub />).matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');
}

test('a sold-out event leads to its waitlist, with the code of the page', () => {
	const path = '/events/night/waitlist';
	expect(linksOf({ takesWaitlist: true })).toEqual([path, path]);
	const code = { code: 'A B', refusal: null };
	expect(linksOf({ takesWaitlist: true, code })).toEqual([`${path}?code=A%20B`, `${path}?code=A%20B`]);
});

test('without a waitlist, or behind a password, it leads to other events', () => {
	expect(linksOf({ takesWaitlist: false })).toEqual(['/organisers/hall']);
	expect(linksOf({ takesWaitlist: true }, 'access')).toEqual(['/organisers/hall']);
});
