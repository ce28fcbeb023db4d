import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useOverview } from '#app/features/fundraisers/api.ts';
import { FundraiserHead } from '#app/features/fundraisers/components/fundraiser-head.tsx';
import { readError } from '#app/lib/read-error.ts';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import type { ShapedPage } from '#app/shell/route-skeleton.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Route } from './+types/event-fundraiser';

export const handle = { shape: 'hero' } satisfies ShapedPage;

const FundraiserForm = lazyPart(
	() =>
		import('#app/features/fundraisers/components/fundraiser-form.tsx').then(
			(module) => module.FundraiserForm,
		),
	<Waiting />,
);
const DonationList = lazyPart(
	() =>
		import('#app/features/fundraisers/components/donation-list.tsx').then((module) => module.DonationList),
	<Waiting />,
);
const MonthlyGiftsCard = lazyPart(
	() =>
		import('#app/features/fundraisers/components/monthly-gifts-card.tsx').then(
			(module) => module.MonthlyGiftsCard,
		),
	<Waiting />,
);
const DeclarationsCard = lazyPart(
	() =>
		import('#app/features/fundraisers/components/declarations-card.tsx').then(
			(module) => module.DeclarationsCard,
		),
	<Waiting />,
);
const MatchesCard = lazyPart(
	() => import('#app/features/fundraisers/components/matches-card.tsx').then((module) => module.MatchesCard),
	<Waiting />,
);
const SupportersCard = lazyPart(
	() =>
		import('#app/features/fundraisers/components/supporters-card.tsx').then(
			(module) => module.SupportersCard,
		),
	<Waiting />,
);
const UpdatesCard = lazyPart(
	() => import('#app/features/fundraisers/components/updates-card.tsx').then((module) => module.UpdatesCard),
	<Waiting />,
);

/** /events/:event/fundraiser: what an event raises beside its tickets. */
export default function EventFundraiserPage({ params }: Route.ComponentProps) {
	return (
		<EventWorkspace event={params.event} title={msg`Fundraiser`}>
			{(event) => <Content key={event.id} event={event} base={`/events/${params.event}`} />}
		</EventWorkspace>
	);
}

function Content({ event, base }: { event: PublicEvent; base: string }) {
	const { t } = useLingui();
	const query = useOverview(event.id);
	const [isNew, setNew] = useState(false);
	const [isDirty, setDirty] = useState(false);
	const permissions = event.organisation?.permissions ?? [];
	const canEdit = permissions.includes('fundraiser.edit');
	const error = readError(query);
	const reload = async () => (await query.refetch()).data?.fundraiser ?? null;
	if (error) return <ErrorScreen error={error} />;
	if (!query.data) return <Waiting />;
	const { fundraiser, matches } = query.data;
	if (!fundraiser && !isNew)
		return (
			<EmptyState
				drawing="ticket"
				title={t`Raise funds with this event`}
				description={t`Set a goal, write what it is for, and take donations alone or beside tickets. You can preview the page before anyone sees it.`}
				action={
					canEdit ? (
						<Button onClick={() => setNew(true)}>
							<Trans>Create fundraiser</Trans>
						</Button>
					) : undefined
				}
			/>
		);
	return (
		<div className="flex flex-col gap-6">
			{fundraiser ? (
				<FundraiserHead event={event} fundraiser={fundraiser} canEdit={canEdit} isDirty={isDirty} />
			) : null}
			{canEdit ? (
				<FundraiserForm event={event} fundraiser={fundraiser} reload={reload} onDirty={setDirty} />
			) : null}
			{fundraiser && permissions.includes('orders.view') ? (
				<DonationList event={event} fundraiser={fundraiser} base={base} />
			) : null}
			{fundraiser && permissions.includes('orders.view') ? (
				<MonthlyGiftsCard event={event} isOffered={fundraiser.monthly} />
			) : null}
			{fundraiser?.giftAidCharity && event.organisation && permissions.includes('money.view') ? (
				<DeclarationsCard
					organisation={event.organisation.id}
					event={event.id}
					isEditable={permissions.includes('money.manage')}
				/>
			) : null}
			{fundraiser && permissions.includes('orders.view') ? (
				<SupportersCard event={event} fundraiser={fundraiser} canEdit={canEdit} />
			) : null}
			{fundraiser ? <MatchesCard event={event} currency={fundraiser.currency} matches={matches} /> : null}
			{fundraiser ? <UpdatesCard event={event} canEdit={canEdit} /> : null}
		</div>
	);
}

function Waiting() {
	return <Skeleton className="h-64 w-full" />;
}
