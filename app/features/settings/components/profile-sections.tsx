import type { Profile } from '#shared/contracts/settings.ts';
import { NameSection } from './name-section.tsx';
import { PhotoSection } from './photo-section.tsx';

/** Photo and name, which come together: the one below must not be pushed by the one above. */
export function ProfileSections({ profile, email }: { profile: Profile; email: string }) {
	return (
		<div className="flex flex-col gap-6">
			<PhotoSection profile={profile} email={email} />
			<NameSection profile={profile} />
		</div>
	);
}
