import { useLingui } from '@lingui/react/macro';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Organiser } from './use-organiser.ts';

/** Which organisation it is, where there are several, and its name where nobody has chosen one. */
export function OrganiserFields({ organiser }: { organiser: Organiser }) {
	const { organisations, own, organisation, setOrganisation, isUnnamed, name, setName } = organiser;
	const { t } = useLingui();
	return (
		<>
			{organisations.length > 1 ? (
				<Select
					label={t`Organised by`}
					name="organisationId"
					value={organisation || organisations[0]?.id}
					onChange={(event) => setOrganisation(event.target.value)}
					options={organisations.map(({ id, name }) => ({ value: id, label: name }))}
				/>
			) : null}
			{isUnnamed ? (
				<TextField
					label={t`Organiser name`}
					name="organiserName"
					value={name ?? own?.name ?? ''}
					maxLength={120}
					onChange={(event) => setName(event.target.value)}
					hint={t`Shown to guests on your event pages. You can change it in the settings.`}
					autoComplete="organization"
					isOptional
				/>
			) : null}
		</>
	);
}
