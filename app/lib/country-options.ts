import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import { listCountries } from '#shared/lib/countries.ts';

/** All countries for a select, by their names in the language of the page. */
export function useCountryOptions(): { value: string; label: string }[] {
	const { i18n } = useLingui();
	return useMemo(
		() => listCountries(i18n.locale).map(({ code, name }) => ({ value: code, label: name })),
		[i18n.locale],
	);
}
