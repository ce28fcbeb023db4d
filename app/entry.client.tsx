import { I18nProvider } from '@lingui/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { FormatLocale, formatsPrepared } from '#app/lib/format.ts';
import { createI18n } from '#app/lib/i18n.ts';
import { firstPartsLoaded } from '#app/lib/optional-part.tsx';
import { takeEarlyInput } from '#app/shell/hydration.ts';

async function start() {
	const { lang } = document.documentElement;
	const [i18n] = await Promise.all([createI18n(lang), formatsPrepared(), firstPartsLoaded()]);
	takeEarlyInput();
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<I18nProvider i18n={i18n}>
					<FormatLocale value={lang}>
						<HydratedRouter />
					</FormatLocale>
				</I18nProvider>
			</StrictMode>,
		);
	});
}

start();

/** Uncaught errors; the code that reports them is loaded on the first one. */
function report(error: unknown) {
	import('#app/lib/crash-reports.ts').then(
		({ reportCrash }) => reportCrash(error),
		() => {},
	);
}
addEventListener('error', (event) => report(event.error));
addEventListener('unhandledrejection', (event) => report(event.reason));
