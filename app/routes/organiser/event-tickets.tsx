import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Route } from './+types/event-tickets';

export const handle = { shape: 'form' } satisfies ShapedPage;

const waiting = <RouteSkeleton />;

const Offer = lazyPart(async () => {
	const [
		{ TicketTypesEditor },
		{ CodesLink },
		{ WaitlistLink },
		{ GroupsLink },
		{ QuestionsEditor },
		codes,
		waitlist,
		tickets,
		questions,
		series,
	] = await Promise.all([
		import('#app/features/tickets/components/ticket-types-editor.tsx'),
		import('#app/features/codes/components/codes-link.tsx'),
		import('#app/features/waitlist/components/waitlist-link.tsx'),
		import('#app/features/groups/components/groups-link.tsx'),
		import('#app/features/questions/components/questions-editor.tsx'),
		import('#app/features/codes/api.ts'),
		import('#app/features/waitlist/api.ts'),
		import('#app/features/tickets/api.ts'),
		import('#app/features/questions/api.ts'),
		Promise.all([
			import('#app/features/events/components/series/scope.tsx'),
			import('#app/features/events/components/series/series-bar.tsx'),
			import('#app/features/events/components/series/apply-ticket-changes.tsx'),
		]),
	]);
	const [{ DatesScopeProvider }, { SeriesBar }, { ApplyTicketChanges }] = series;
	return function Offer({ event }: { event: PublicEvent }) {
		const { hash } = useLocation();
		const permissions = event.organisation?.permissions ?? [];
		const hasCodes = permissions.includes('codes.edit');
		const seesOrders = permissions.includes('orders.view');
		const read = [
			waitlist.useWaitlistFigures(event.id, seesOrders),
			codes.useCodeCount(event.id, hasCodes),
			tickets.useTicketTypes(event.id),
			tickets.useCapacityPools(event.id),
			questions.useQuestions(event.id),
		];
		// One part that is read late would push the next.
		const isPending = read.some((one) => one.isLoading);
		// The part that was requested was not there when the page was arrived at.
		useEffect(() => {
			if (!isPending) document.getElementById(hash.slice(1))?.scrollIntoView();
		}, [hash, isPending]);
		if (isPending) return waiting;
		return (
			<div className="flex max-w-form flex-col gap-6">
				{event.series ? (
					<DatesScopeProvider event={event}>
						<SeriesBar event={event} page="tickets" hasScope={false} />
						{permissions.includes('events.edit') ? <ApplyTicketChanges event={event} /> : null}
					</DatesScopeProvider>
				) : null}
				<TicketTypesEditor event={event} />
				{hasCodes ? <CodesLink event={event} /> : null}
				{seesOrders ? <WaitlistLink event={event} /> : null}
				{seesOrders ? <GroupsLink event={event} /> : null}
				{permissions.includes('tickets.edit') ? <QuestionsEditor event={event} /> : null}
			</div>
		);
	};
}, waiting);

/** /events/:event/tickets: what an event offers, the capacity that its tickets share, and what it asks its guests. */
export default function EventTicketsPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<EventWorkspace event={params.event} title={msg`Tickets`}>
			{(event) =>
				event.externalUrl === '' ? (
					<Offer key={event.id} event={event} />
				) : (
					<EmptyState
						drawing="ticket"
						title={t`Visitors register elsewhere`}
						description={
							<Trans>
								This event sends visitors to <bdi className="break-all">{event.externalUrl}</bdi>, so it has
								no tickets of its own here.
							</Trans>
						}
						action={
							<ButtonLink to={`/events/${params.event}/edit#settings`} variant="outline">
								<Trans>External registration</Trans>
							</ButtonLink>
						}
					/>
				)
			}
		</EventWorkspace>
	);
}
