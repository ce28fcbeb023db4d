import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

/** The HTML of a part in English, on a page with queries, without the comments of React. */
export function drawPart(part: ReactNode): string {
	const Screen = () => (
		<I18nProvider i18n={i18n}>
			<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>
		</I18nProvider>
	);
	const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Screen }]);
	return renderToString(<Stub hydrationData={{ loaderData: { root: {} } }} />).replaceAll('<!-- -->', '');
}
