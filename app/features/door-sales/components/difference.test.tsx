import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { Difference } from './difference.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function textOf(minor: number, currency = 'EUR'): string {
	const Stub = createRoutesStub([
		{
			path: '/',
			Component: () => (
				<I18nProvider i18n={i18n}>
					<Difference minor={minor} currency={currency} />
				</I18nProvider>
			),
		},
	]);
	return renderToString(<Stub />).replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, '');
}

test('a difference has a sign and a word, never colour alone', () => {
	expect(textOf(0)).toBe('No difference');
	expect(textOf(250)).toBe('+€2.50 too much');
	expect(textOf(-400)).toBe('−€4.00 too little');
	expect(textOf(-400, 'JPY')).toBe('−¥400 too little');
});
