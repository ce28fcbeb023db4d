import { useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { useOutletContext } from 'react-router';
import { useConfirmed } from '#app/features/accounts/components/security/confirm-sign-in.tsx';
import { TeamSection } from '#app/features/team/components/team-section.tsx';
import { latePart } from '#app/lib/optional-part.tsx';
import { ensureTemporal } from '#app/lib/temporal.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { OrganisationPicker } from '#app/shell/organisation-picker.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';

const waiting = <RouteSkeleton />;
// When a link begins and ends is typed as wall time of its event.
const AccessLinks = lazyPart(
	() =>
		Promise.all([import('#app/features/staff/components/access-links.tsx'), ensureTemporal()]).then(
			([module]) => module.AccessLinks,
		),
	waiting,
);
const ActivitySection = lazyPart(
	() => import('#app/features/team/components/activity-section.tsx').then((module) => module.ActivitySection),
	waiting,
);

const OfferedOwnership = latePart(() =>
	import('#app/features/team/components/offered-ownership.tsx').then((module) => module.OfferedOwnership),
);

/** /staff-management: members of an organisation, access links without an account, and what was changed by whom. */
export default function StaffManagementRoute() {
	const { t } = useLingui();
	const { organisations } = useOutletContext<CurrentUser>();
	const { confirmed, dialog } = useConfirmed();
	const [id, setId] = useState(organisations[0]?.id);
	const organisation = organisations.find((one) => one.id === id) ?? organisations[0];
	const seesTeam = organisation !== undefined && memberCan(organisation, 'members.view');
	const offered = organisations.filter((one) => one.ownershipOffer !== null);
	const links = { id: 'links', label: t`Access links`, content: <AccessLinks /> };
	return (
		<PageFrame title={t`Staff Management`} description={t`Your team, check-in links, and who changed what.`}>
			<OrganisationPicker
				organisations={organisations}
				value={organisation?.id}
				onChange={setId}
				className="mb-6 max-w-md"
			/>
			{organisation ? <SandboxNote of={organisation} /> : null}
			{offered.map((one) => (
				<Suspense key={one.id} fallback={<Skeleton className="h-52.5 sm:h-42 lg:h-37" />}>
					<OfferedOwnership organisation={one} confirmed={confirmed} />
				</Suspense>
			))}
			<Tabs
				// Whoever becomes the owner begins with the team that they see from then on.
				key={`${organisation?.id} ${seesTeam}`}
				label={t`Staff Management`}
				items={
					organisation
						? [
								...(seesTeam
									? [
											{
												id: 'team',
												label: t`Team`,
												content: <TeamSection organisation={organisation} confirmed={confirmed} />,
											},
										]
									: []),
								links,
								{
									id: 'activity',
									label: t`Activity`,
									content: <ActivitySection organisation={organisation} />,
								},
							]
						: [links]
				}
			/>
			{dialog}
		</PageFrame>
	);
}
