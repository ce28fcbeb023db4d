import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { buyerFields } from '#shared/rules/buyer-fields.ts';
import { SharedWith } from './email-field.tsx';

test('names the fields that the organiser receives, and no others', () => {
	const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
	const html = renderToString(
		<I18nProvider i18n={i18n}>
			<SharedWith organiser="Harbour Lights" />
		</I18nProvider>,
	);
	expect(html.replaceAll(/<[^>]*>/g, '')).toBe(
		`Harbour Lights will receive your ${buyerFields.join(' and ')}. No account needed.`,
	);
});
