import { useLingui } from '@lingui/react/macro';
import { Select } from '#app/ui/select.tsx';

/** Chooses which organisation a page is about; nothing where there is no choice. */
export function OrganisationPicker(props: {
	organisations: readonly { id: string; name: string }[];
	/** The id of the chosen one. */
	value: string | undefined;
	onChange: (organisation: string) => void;
	className?: string;
}) {
	const { t } = useLingui();
	const { organisations, value, onChange, className = 'max-w-md' } = props;
	if (organisations.length < 2) return null;
	return (
		<Select
			label={t`Organisation`}
			value={value}
			onChange={(change) => onChange(change.target.value)}
			options={organisations.map(({ id, name }) => ({ value: id, label: name }))}
			className={className}
		/>
	);
}
