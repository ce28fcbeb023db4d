import { useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { useConfirmed } from '#app/features/accounts/components/security/confirm-sign-in.tsx';
import { IntegrationsPage } from '#app/features/integrations/components/integrations-page.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';

const EmbedCard = lazyPart(
	() => import('#app/features/embeds/components/embed-card.tsx').then((module) => module.EmbedCard),
	<Skeleton className="h-200 w-full" />,
);
const MailingLists = lazyPart(
	() =>
		import('#app/features/mailing-lists/components/mailing-lists-section.tsx').then(
			(module) => module.MailingListsSection,
		),
	<Skeleton className="h-60 w-full" />,
);

const StripeCard = lazyPart(
	() => import('#app/features/payments/components/stripe-card.tsx').then((module) => module.StripeCard),
	<Skeleton className="h-50 w-full" />,
);

export default function IntegrationsRoute() {
	const { t } = useLingui();
	const { confirmed, dialog } = useConfirmed();
	return (
		<PageFrame
			title={t`Integrations`}
			description={t`Connect your events to calendars, websites and other tools.`}
		>
			<IntegrationsPage
				user={useOutletContext<CurrentUser>()}
				confirmed={confirmed}
				stripe={({ id }) => <StripeCard key={id} organisation={id} />}
				mailingLists={({ id, isSandbox, ...member }) => (
					<MailingLists
						key={id}
						organisation={{ id, isSandbox, seesFollowers: memberCan(member, 'followers.view') }}
					/>
				)}
				embed={({ id, slug, name, isSandbox, ...member }) => (
					<EmbedCard
						key={id}
						subject={{
							event: null,
							organiser: { id, slug, name },
							isSandbox,
							readsPage: memberCan(member, 'page.edit'),
						}}
					/>
				)}
			/>
			{dialog}
		</PageFrame>
	);
}
