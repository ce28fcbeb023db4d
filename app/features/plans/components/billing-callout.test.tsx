import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Particular } from '#shared/rules/particulars.ts';
import { BillingCallout } from './billing-callout.tsx';
import { OperatorReadiness } from './operator-readiness.tsx';

let readiness: { missing: Particular[]; waiting: number } | undefined;
vi.mock('../api.ts', () => ({ useBillReadiness: () => ({ data: readiness }) }));

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function draw(content: ReactNode): string {
	const Screen = () => <I18nProvider i18n={i18n}>{content}</I18nProvider>;
	const Stub = createRoutesStub([{ path: '/', Component: Screen }]);
	return renderToString(<Stub />).replaceAll('<!-- -->', '');
}
const linksIn = (html: string) =>
	[...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, text]) => [text, href]);

test('an organisation reads which of its details its invoices need, with the way to them', () => {
	expect(draw(<BillingCallout billing={{ missing: [], waiting: 0 }} />)).toBe('');
	const html = draw(<BillingCallout billing={{ missing: ['address', 'countryCode'], waiting: 2 }} />);
	expect(html).toContain('Your invoices need your billing address');
	expect(html).toContain('2 invoices are waiting.');
	expect(linksIn(html)).toEqual([
		['Address', '/settings/organisation#organisation'],
		['Country', '/settings/organisation#organisation'],
	]);
});

test('an organisation whose details are there is not required to add what its operator lacks', () => {
	const html = draw(<BillingCallout billing={{ missing: [], waiting: 1 }} />);
	expect(html).toContain('You have nothing to do.');
	expect(linksIn(html)).toEqual([]);
});

test('the operator reads what is missing, each with the way to its field, or that others are missing something', () => {
	readiness = { missing: [], waiting: 0 };
	expect(draw(<OperatorReadiness />)).toBe('');
	readiness = { missing: ['name', 'address', 'countryCode', 'taxNumber', 'taxReason'], waiting: 1 };
	const html = draw(<OperatorReadiness />);
	expect(html).toContain('1 document is waiting.');
	expect(linksIn(html)).toEqual([
		['Name', '#operator-name'],
		['Postal address', '#operator-address'],
		['Country', '#operator-countryCode'],
		['Tax ID / VAT number', '#operator-taxNumber'],
		['Why you charge no tax, as a note on taxes', '#operator-taxNote'],
	]);
	readiness = { missing: [], waiting: 3 };
	expect(draw(<OperatorReadiness />)).toContain('Some organisations still have to enter their address');
});
