import { useOutletContext } from 'react-router';
import { useProfile } from '#app/features/settings/api.ts';
import { readError } from '#app/lib/read-error.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import type { SettingsContext } from './settings.tsx';

export const handle = { shape: 'form' } satisfies ShapedPage;

const ProfileSections = lazyPart(
	() =>
		import('#app/features/settings/components/profile-sections.tsx').then((module) => module.ProfileSections),
	<RouteSkeleton />,
);

/** Few have pages, and it stands last: nothing moves when it comes. */
const OwnPagesCard = lazyPart(
	() =>
		import('#app/features/fundraisers/components/own-pages-card.tsx').then((module) => module.OwnPagesCard),
	null,
);

export default function ProfileSettings() {
	const { user } = useOutletContext<SettingsContext>();
	const profile = useProfile();
	const error = readError(profile);
	if (error) return <ErrorCallout error={error} onRetry={profile.refetch} />;
	if (!profile.data) return <RouteSkeleton />;
	return (
		<div className="flex flex-col gap-6">
			<ProfileSections profile={profile.data} email={user.email} />
			<OwnPagesCard />
		</div>
	);
}
