import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { listCountries } from '#shared/lib/countries.ts';

/** Where the recipient of a document is: `address` and `countryCode`. */
export function RecipientFields({ errorOf }: { errorOf: (name: string) => string | undefined }) {
	const { t, i18n } = useLingui();
	const countries = useMemo(
		() => listCountries(i18n.locale).map(({ code, name }) => ({ value: code, label: name })),
		[i18n.locale],
	);
	return (
		<>
			<TextArea
				label={t`Address`}
				name="address"
				autoComplete="street-address"
				maxLength={500}
				rows={3}
				error={errorOf('address')}
				dir="auto"
				required
			/>
			<Select
				label={t`Country`}
				name="countryCode"
				placeholder={t`Same as the organiser`}
				defaultValue=""
				options={countries}
				error={errorOf('countryCode')}
				isOptional
			/>
		</>
	);
}
