import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import Styleguide from '#app/routes/dev/styleguide.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { Toaster } from '#app/ui/toaster.tsx';
import './main.css';

/** `?toast=early` shows a toast before the toaster is mounted, as when it is loaded late. */
if (new URLSearchParams(location.search).get('toast') === 'early') toast({ title: 'Early' });

/** Every component of app/ui on one page, for the browser tests. `?dir=rtl` turns it round. */
const router = createMemoryRouter([
	{
		path: '*',
		element: (
			<>
				<main>
					<Styleguide />
				</main>
				<Toaster />
			</>
		),
	},
]);
document.documentElement.dir = new URLSearchParams(location.search).get('dir') ?? 'ltr';

createRoot(document.getElementById('root')!).render(
	<StrictMode>
		<I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
			<RouterProvider router={router} />
		</I18nProvider>
	</StrictMode>,
);
