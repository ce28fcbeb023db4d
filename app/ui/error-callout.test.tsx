import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { ErrorCallout } from './error-callout.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function draw(error: AppError): string {
	const Screen = () => (
		<I18nProvider i18n={i18n}>
			<ErrorCallout error={error} onRetry={() => {}} />
		</I18nProvider>
	);
	const Stub = createRoutesStub([{ path: '/', Component: Screen }]);
	return renderToString(<Stub />);
}

test('a refusal leads to where it is put right, to another try otherwise', () => {
	const refused = new AppError('AUTH_INSUFFICIENT_PERMISSIONS', { metadata: { rule: 'two-factor-needed' } });
	expect(draw(refused)).toMatch(/href="\/settings\/security#two-factor"[\s\S]*Set up 2FA/);
	expect(draw(refused)).not.toContain('Try again');
	expect(draw(new AppError('INSUFFICIENT_QUOTA'))).toMatch(/href="\/settings\/plan"[\s\S]*See plans/);
	const other = draw(new AppError('AUTH_INSUFFICIENT_PERMISSIONS', { metadata: { rule: 'scope-missing' } }));
	expect(other).toContain('Try again');
	expect(other).not.toContain('href');
});
