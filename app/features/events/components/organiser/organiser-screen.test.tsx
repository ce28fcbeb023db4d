import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { OrganiserPage } from '#shared/contracts/organisers.ts';
import { OrganiserScreen } from './organiser-screen.tsx';

vi.mock('../event-card.tsx', () => ({
	EventGrid: ({ events }: { events: { title: string }[] }) => events.map(({ title }) => title).join(', '),
}));

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function draw(changes: object = {}, hasGiftCards = false): string {
	const organiser = {
		...{ name: 'Harbour choir', slug: 'harbour', logoUrl: null, isVerified: false },
		...{ aboutHtml: '<p>By the water.</p>', links: [], takesMessages: false, hasMore: false },
		...{ upcoming: [{ title: 'Coming up' }], past: [{ title: 'Long ago' }], ...changes },
	} as unknown as OrganiserPage;
	const Screen = () => (
		<I18nProvider i18n={i18n}>
			<OrganiserScreen organiser={organiser} hasGiftCards={hasGiftCards} answer={undefined} />
		</I18nProvider>
	);
	const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Screen }]);
	const site = { productName: 'Foyer', appUrl: '', supportEmail: '', hasEmail: true };
	return renderToString(<Stub hydrationData={{ loaderData: { root: { site } } }} />);
}

test('who they are, what is coming up and how to follow stand before what is over', () => {
	const html = draw();
	const order = ['id="about"', 'By the water.', 'Coming up', 'id="follow"', 'Long ago'];
	const places = order.map((part) => html.indexOf(part));
	expect(places).not.toContain(-1);
	expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('without a text and without past events their headings are not there', () => {
	const html = draw({ aboutHtml: '', past: [] });
	expect(html).not.toContain('id="about"');
	expect(html).not.toContain('id="past"');
	expect(html).toContain('id="follow"');
});

test('gift cards are linked where the organiser sells some', () => {
	expect(draw()).not.toContain('/gift-cards/');
	expect(draw({}, true)).toContain('href="/gift-cards/harbour"');
});
