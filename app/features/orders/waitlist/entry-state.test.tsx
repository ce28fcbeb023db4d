import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { WaitlistEntry } from '#shared/contracts/waitlist.ts';
import { EntryOutcome, EntryWaiting } from './entry-state.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

/** What the page of an entry says, with where its links lead. */
function shown(entry: Partial<WaitlistEntry>, event: Partial<WaitlistEntry['event']> = {}): string {
	const actions = {
		entry: {
			...{ state: 'waiting', party: 2, takesFewer: false, canKeep: false, manageToken: null, offer: null },
			...{ name: 'Ada', email: 'ada@people.example', ticketTypes: [{ id: '1', name: 'Seat' }], ...entry },
			event: { slug: 'night', status: 'published', isOver: false, organiserName: 'Harbour Hall', ...event },
		} as WaitlistEntry,
		reload: async () => {},
		leave: async () => {},
		keep: async () => {},
	};
	const Part = actions.entry.state === 'waiting' ? EntryWaiting : EntryOutcome;
	const Screen = () => (
		<I18nProvider i18n={i18n}>
			<Part actions={actions} />
		</I18nProvider>
	);
	const Stub = createRoutesStub([{ path: '/', Component: Screen }]);
	return renderToString(<Stub />)
		.replaceAll(/<!-- -->|<svg.*?<\/svg>/gs, '')
		.replaceAll(/<a\b[^>]*href="([^"]*)"[^>]*>/g, '[$1] ')
		.replaceAll(/<[^>]+>/g, ' ')
		.replaceAll(/\s+/g, ' ');
}

test('who waits sees what for, and can leave', () => {
	const said = shown({ takesFewer: true });
	expect(said).toContain('2 tickets, or fewer');
	expect(said).toContain('Seat');
	expect(said).toContain('Leave the waitlist');
});

test('an offer that lapsed can be followed by another place in line once', () => {
	expect(shown({ state: 'lapsed', canKeep: true })).toContain('Keep me on the list');
	const again = shown({ state: 'lapsed', canKeep: false });
	expect(again).not.toContain('Keep me on the list');
	expect(again).toContain('[/events/night] ');
});

test.each([
	['bought', { manageToken: 'token' }, {}, '[/my-ticket/token] '],
	['left', {}, {}, '[/events/night] '],
	['removed', {}, {}, 'Harbour Hall removed you'],
	['closed', {}, { isOver: true }, '[/events] '],
	['closed', {}, { status: 'cancelled' }, '[/events] '],
] as const)('%s leads on', (state, entry, event, said) => {
	expect(shown({ state, ...entry }, event)).toContain(said);
});
