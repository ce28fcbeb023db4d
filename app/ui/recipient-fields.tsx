import { useLingui } from '@lingui/react/macro';
import { useCountryOptions } from '#app/lib/country-options.ts';
import { Select } from './select.tsx';
import { TextArea } from './text-area.tsx';

/** Where the recipient of a document is: `address` and `countryCode`. */
export function RecipientFields(props: {
	errorOf: (name: string) => string | undefined;
	/** The address may be left out. */
	isOptional?: boolean;
}) {
	const { errorOf, isOptional = false } = props;
	const { t } = useLingui();
	const countries = useCountryOptions();
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
				required={!isOptional}
				isOptional={isOptional}
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
