import { useLingui } from '@lingui/react/macro';
import { Avatar } from '#app/ui/avatar.tsx';
import type { Profile } from '#shared/contracts/settings.ts';
import { useProfileChanges } from '../api.ts';
import { PictureCard } from './picture-card.tsx';

/** The face in menus and lists. */
export function PhotoSection({ profile, email }: { profile: Profile; email: string }) {
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
