import { useOutletContext } from 'react-router';
import { useProfile } from '#app/features/settings/api.ts';
import { NameSection } from '#app/features/settings/components/name-section.tsx';
import { useErrorText } from '#app/lib/error-text.ts';
import { late } from '#app/shell/late.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { SettingsContext } from './settings.tsx';

const PhotoSection = late(() =>
	import('#app/features/settings/components/photo-section.tsx').then((module) => module.PhotoSection),
);

export default function ProfileSettings() {
	const { user } = useOutletContext<SettingsContext>();
	const errorText = useErrorText();
	const profile = useProfile();
	if (profile.isPending) return <Skeleton className="h-64" />;
	if (profile.error) return <Callout tone="danger">{errorText(profile.error)}</Callout>;
	return (
		<div className="flex flex-col gap-6">
			<PhotoSection profile={profile.data} email={user.email} />
			<NameSection profile={profile.data} />
		</div>
	);
}
