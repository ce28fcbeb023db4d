import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { emptyOffer } from '#app/features/events/draft-offer.ts';
import { blankDraft, type DraftOffer } from '#app/features/events/stored-draft.ts';
import type { EventPlan } from '#shared/contracts/event-plan.ts';
import { DraftPrices } from './draft-prices.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

const type = (name: string, part: object) => ({
	...{ id: name, name, taxBasisPoints: 0, suggestedMinor: null, fairValueMinor: null },
	...part,
});
const tickets = [
	type('Perch', { kind: 'paid', priceMinor: 2_000 }),
	type('Floor', { kind: 'free', priceMinor: 0 }),
] as DraftOffer['tickets'];

/** The words of the prices of a draft. @param areCharged null: not known yet */
function read(areCharged: boolean | null, props: { offer?: DraftOffer['tickets']; plan?: EventPlan } = {}) {
	const queries = new QueryClient();
	if (areCharged !== null) queries.setQueryData(['plans', 'setting'], { areCharged });
	const draft = { ...blankDraft, currency: 'EUR', offer: { ...emptyOffer, tickets: props.offer ?? tickets } };
	const Screen = () => (
		<I18nProvider i18n={i18n}>
			<QueryClientProvider client={queries}>
				<DraftPrices
					draft={draft}
					plan={props.plan}
					now={new Date(0)}
					isPricedOnly
					waiting={<p>Waiting</p>}
				/>
			</QueryClientProvider>
		</I18nProvider>
	);
	const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Screen }]);
	const html = renderToString(<Stub hydrationData={{ loaderData: { root: {} } }} />);
	const texts = html.replaceAll('<!-- -->', '').split(/<[^<>]*>/);
	return texts
		.map((text) => text.trim())
		.filter(Boolean)
		.join(' | ');
}

test('where no fee is taken the organiser gets what guests pay, and nothing is assumed', () => {
	expect(read(false)).toBe(
		'Prices | Perch | Guest pays €20.00 | You get €20.00 | We take no fee. The payment provider may.',
	);
});

test('with fees it is after that of the first plan, which is said', () => {
	expect(read(true)).toBe(
		[
			...['Prices', 'Perch', 'Guest pays €20.00', 'You get €19.00'],
			'After our fee, before fees of the payment provider. With the Free plan, which every organisation begins with. You pay the fee; you can choose later that guests pay it.',
		].join(' | '),
	);
});

test('a template says who pays the fee', () => {
	const plan = { policy: { feeBearer: 'buyer' } } as EventPlan;
	const said = read(true, { plan });
	expect(said).toContain('Guest pays €21.00 | You get €20.00');
	expect(said).toContain('Guests pay the fee.');
});

test('nothing is said before it is known, and without a price', () => {
	expect(read(null)).toBe('Waiting');
	expect(read(true, { offer: tickets.slice(1) })).toBe('');
});
