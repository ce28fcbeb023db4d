import { useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { useConfirmed } from '#app/features/accounts/components/security/confirm-sign-in.tsx';
import { PortalPage } from '#app/features/developer/components/portal-page.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';

const Webhooks = lazyPart(
	() =>
		import('#app/features/integrations/components/connections-section.tsx').then(
			(module) => module.ConnectionsSection,
		),
	<RouteSkeleton />,
);

export default function DeveloperPortalRoute() {
	const { t } = useLingui();
	const { confirmed, dialog } = useConfirmed();
	return (
		<PageFrame
			title={t`Developer Portal`}
			description={t`API keys and their calls, webhooks, a sandbox, and how to call the API.`}
		>
			<PortalPage
				user={useOutletContext<CurrentUser>()}
				confirmed={confirmed}
				webhooks={({ id, ...member }) => (
					<Webhooks
						key={id}
						organisation={id}
						mayReveal={memberCan(member, 'developer.manage')}
						maySeeGuests={memberCan(member, 'attendees.view')}
						confirmed={confirmed}
					/>
				)}
			/>
			{dialog}
		</PageFrame>
	);
}
