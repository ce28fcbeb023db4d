import { useLingui } from '@lingui/react/macro';
import { Avatar } from '#app/ui/avatar.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Profile } from '#shared/contracts/settings.ts';
import { useProfileChanges } from '../api.ts';
import { useSettingsSection } from '../use-settings-section.ts';
import { PictureCard } from './picture-card.tsx';

/** Photo and name, which come together: the one below must not be pushed by the one above. */
export function ProfileSections({ profile, email }: { profile: Profile; email: string }) {
	return (
		<div className="flex flex-col gap-6">
			<PhotoSection profile={profile} email={email} />
			<NameSection profile={profile} />
		</div>
	);
}

function NameSection({ profile }: { profile: Profile }) {
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

/** The face in menus and lists. */
function PhotoSection({ profile, email }: { profile: Profile; email: string }) {
	const { t } = useLingui();
	const { upload, remove } = useProfileChanges();
	return (
		<PictureCard
			id="photo"
			title={t`Photo`}
			hasPicture={profile.profileImageUrl !== null}
			labels={{ add: t`Add photo`, replace: t`Change photo`, remove: t`Remove photo` }}
			shape="circle"
			upload={upload}
			remove={remove}
		>
			<Avatar
				person={{ ...profile, email }}
				imageUrl={profile.profileImageUrl}
				size="xl"
				label={t`Your photo`}
			/>
		</PictureCard>
	);
}
