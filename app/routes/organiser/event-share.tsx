import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { subjectOf } from '#app/features/embeds/embed-subject.ts';
import { ShareKit } from '#app/features/events/components/share/share-kit.tsx';
import { shareSteps } from '#app/features/events/share-steps.ts';
import { useStaffLinks } from '#app/features/staff/api.ts';
import { useTicketTypes } from '#app/features/tickets/api.ts';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import { useSite } from '#app/shell/site.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Route } from './+types/event-share';

export const handle = { shape: 'hero' } satisfies ShapedPage;

const TrackingLinksCard = lazyPart(
	() =>
		import('#app/features/analytics/components/tracking-links-card.tsx').then(
			(module) => module.TrackingLinksCard,
		),
	<Skeleton className="h-52 w-full" />,
);
const EmbedCard = lazyPart(
	() => import('#app/features/embeds/components/embed-card.tsx').then((module) => module.EmbedCard),
	<Skeleton className="h-200 w-full" />,
);
const UnpayableTickets = lazy(() => import('#app/features/tickets/components/unpayable-tickets.tsx'));

/** What it says of tickets and helpers has its place from the beginning. */
const waiting = <RouteSkeleton />;

interface Arrival {
	isNew?: boolean;
	warning?: string;
}

/** Where publishing leads: the event is live, and here is how to share it. */
export default function EventSharePage({ params }: Route.ComponentProps) {
	const arrival = (useLocation().state ?? {}) as Arrival;
	return (
		<EventWorkspace event={params.event} title={msg`Share`}>
			{(event) => <Share event={event} arrival={arrival} />}
		</EventWorkspace>
	);
}

function Share({ event, arrival }: { event: PublicEvent; arrival: Arrival }) {
	const { appUrl } = useSite();
	const subject = subjectOf(event);
	const tickets = useTicketTypes(event.id);
	const permissions = event.organisation?.permissions ?? [];
	const staff = useStaffLinks(event.id, permissions.includes('staff_links.manage'));
	if (tickets.isLoading || staff.isLoading) return waiting;
	const steps = shareSteps(
		{
			event,
			tickets: tickets.data?.data,
			staffLinks: staff.data?.data.filter(({ revokedAt }) => revokedAt === null).length,
		},
		new Date(),
	);
	return (
		<Suspense fallback={waiting}>
			<UnpayableTickets event={event} />
			{arrival.warning ? <Callout tone="warning">{arrival.warning}</Callout> : null}
			{event.status === 'draft' ? (
				<Callout tone="info">
					<Trans>Links work for your team only until you publish.</Trans>
				</Callout>
			) : null}
			<ShareKit
				event={event}
				origin={appUrl || location.origin}
				isNew={Boolean(arrival.isNew) && event.status === 'published'}
				steps={steps}
				embed={subject ? <EmbedCard key={event.id} subject={subject} /> : null}
				links={
					event.organisation && permissions.includes('analytics.view') ? (
						<TrackingLinksCard
							organisation={event.organisation.id}
							event={event.id}
							mayEdit={permissions.includes('events.edit')}
						/>
					) : null
				}
			/>
		</Suspense>
	);
}
