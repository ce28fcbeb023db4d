import { useLingui } from '@lingui/react/macro';
import { LANGUAGE_COOKIE, locales } from '#app/lib/i18n.ts';
import { PSEUDO_LANGUAGE } from '#shared/lib/languages.ts';

const SHOWN = locales.filter((locale) => locale !== PSEUDO_LANGUAGE);
const YEAR_SECONDS = 31_536_000;

/** The languages by their own names. There is nothing to choose while English is the only one. */
export function LanguageSwitch() {
	const { t, i18n } = useLingui();
	if (SHOWN.length < 2) return null;
	const choose = (locale: string) => {
		// biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not everywhere, and this is one plain value
		document.cookie = `${LANGUAGE_COOKIE}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
		const url = new URL(location.href);
		url.searchParams.delete('lang');
		location.replace(url);
	};
	return (
		<select
			aria-label={t`Language`}
			value={i18n.locale}
			onChange={(event) => choose(event.target.value)}
			className="input w-auto"
		>
			{SHOWN.map((locale) => (
				<option key={locale} value={locale} lang={locale}>
					{new Intl.DisplayNames(locale, { type: 'language' }).of(locale)}
				</option>
			))}
		</select>
	);
}
