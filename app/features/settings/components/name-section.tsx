import { useLingui } from '@lingui/react/macro';
import { SectionCard } from '#app/ui/section-card.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Profile } from '#shared/contracts/settings.ts';
import { useProfileChanges } from '../api.ts';
import { useSettingsSection } from '../use-settings-section.ts';

export function NameSection({ profile }: { profile: Profile }) {
	const { t } = useLingui();
	const { save, reload } = useProfileChanges();
	const section = useSettingsSection({ data: profile, save, reload }, ['firstName', 'lastName']);
	const text = (name: 'firstName' | 'lastName') => ({
		name,
		value: section.values[name],
		onChange: (change: { target: { value: string } }) => section.set({ [name]: change.target.value }),
		error: section.problem(name),
		maxLength: 100,
		dir: 'auto' as const,
		isOptional: true,
	});
	return (
		<SectionCard id="name" title={t`Name`} description={t`Visible to your organisation.`} section={section}>
			<div className="grid gap-5 sm:grid-cols-2">
				<TextField label={t`First name`} autoComplete="given-name" {...text('firstName')} />
				<TextField label={t`Last name`} autoComplete="family-name" {...text('lastName')} />
			</div>
		</SectionCard>
	);
}
