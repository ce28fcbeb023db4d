import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { can, organisationActions, type organisationRoles } from '#shared/rules/permissions.ts';
import { EventTabs } from './event-workspace.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function tabsFor(role: (typeof organisationRoles)[number], externalUrl = ''): string[] {
	const permissions = organisationActions.filter((action) => can(role, action));
	const event = { id: '1', externalUrl, organisation: { permissions } } as unknown as PublicEvent;
	const Stub = createRoutesStub([
		{ path: '/events/:event/edit', Component: () => <EventTabs event={event} /> },
	]);
	const html = renderToString(
		<I18nProvider i18n={i18n}>
			<Stub initialEntries={['/events/fair/edit']} />
		</I18nProvider>,
	);
	return [...html.matchAll(/href="\/events\/fair\/(\w+)"/g)].map(([, page = '']) => page);
}

test('an event has ten tabs, in the order of its life', () => {
	const before = ['overview', 'guests', 'orders', 'tickets', 'messages', 'share', 'door'];
	expect(tabsFor('owner')).toEqual([...before, 'money', 'fundraiser', 'edit']);
});

test('whoever may not read messages to guests has no tab for them', () => {
	expect(tabsFor('check_in')).not.toContain('messages');
	expect(tabsFor('finance')).toContain('messages');
});

test('whoever may not edit tickets has no tab for them, nor has an event with registration elsewhere', () => {
	expect(tabsFor('check_in')).not.toContain('tickets');
	expect(tabsFor('check_in')).toContain('guests');
	expect(tabsFor('owner', 'https://tickets.example')).not.toContain('tickets');
});
