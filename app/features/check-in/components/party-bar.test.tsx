import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { storedGuest } from '#tests/support/door-guests.ts';
import { GuestBook } from '../offline/guest-book.ts';
import { type DoorPerson, NEVER_IN } from '../offline/model.ts';
import type { Door } from '../use-door.ts';
import { areDistinct, PartyBar } from './party-bar.tsx';

vi.mock('#app/ui/dialog.tsx', () => ({
	Dialog: ({ children, footer }: { children: ReactNode; footer: ReactNode }) => (
		<dialog open>
			{children}
			{footer}
		</dialog>
	),
}));

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const person = (name: string, ticketTypeName = 'Seat', id = name): DoorPerson => ({
	...storedGuest(name, { id, ticketTypeName, group: 'group-1' }),
	...NEVER_IN,
});

/** What the bar shows for these others. @param inside ids of those whom another door let in meanwhile */
function draw(party: DoorPerson[], { isChoosing = false, inside = [] as string[] } = {}): string {
	const book = new GuestBook(true);
	book.put(party);
	for (const id of inside) book.setPresence('main', id, { firstInMs: 5, insideSinceMs: 5, device: '' });
	const list = { id: 'main' } as never;
	const door = { party, isChoosing } as unknown as Door;
	return renderToString(
		<I18nProvider i18n={i18n}>
			<PartyBar door={door} view={{ book, list }} />
		</I18nProvider>,
	).replaceAll(/<svg.*?<\/svg>|<!-- -->/gs, '');
}

test('others can be chosen where names, or names with tickets, tell them apart', () => {
	expect(areDistinct([person('Bo'), person('Cy')])).toBe(true);
	expect(areDistinct([person('Bo', 'Seat', '1'), person('Bo', 'Balcony', '2')])).toBe(true);
	expect(areDistinct([person('Bo', 'Seat', '1'), person('Bo', 'Seat', '2')])).toBe(false);
	// A link that does not show names.
	expect(areDistinct([person('', 'Seat', '1'), person('', 'Balcony', '2')])).toBe(false);
	expect(areDistinct([person('Bo')])).toBe(false);
	expect(draw([person('Bo'), person('Cy')])).toContain('Choose who');
	const alike = draw([person('Bo', 'Seat', '1'), person('Bo', 'Seat', '2')]);
	expect(alike).not.toContain('Choose who');
	expect(alike).toContain('Check in all 2');
	expect(draw([])).toBe('');
});

test('whoever came in by another door is not counted, and keeps their row while the list is open', () => {
	const party = [person('Bo'), person('Cy'), person('Di', 'Balcony')];
	expect(draw(party)).toContain('Check in all 3');
	expect(draw(party, { inside: ['Cy'] })).toContain('Check in all 2');
	const open = draw(party, { inside: ['Cy'], isChoosing: true });
	const list = open.slice(open.indexOf('<dialog'));
	expect(list.match(/type="checkbox"/g)).toHaveLength(3);
	expect(list).toContain('Check in 0 of 2');
	expect(list).toMatch(/disabled="" checked=""\/?>.*?Cy.*?Checked in/s);
	// All of them: the list says so until it is closed.
	const none = draw(party, { inside: ['Bo', 'Cy', 'Di'], isChoosing: true });
	expect(none).not.toContain('aria-label="Group"');
	expect(none).toContain('<dialog');
	expect(draw(party, { inside: ['Bo', 'Cy', 'Di'] })).toBe('');
});
