import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useEventDays } from '#app/features/analytics/api.ts';
import { RecentCheckIns, RegistrationsChart } from '#app/features/check-in/components/live-figures.tsx';
import {
	Arrivals,
	ResultTiles,
	SalesTiles,
	TicketBars,
} from '#app/features/check-in/components/phase-figures.tsx';
import { StartCheckIn } from '#app/features/check-in/components/start-check-in.tsx';
import { useFigures, useLiveEvent } from '#app/features/check-in/organiser-api.ts';
import { NextSteps } from '#app/features/events/components/share/next-steps.tsx';
import { type EventPhase, eventPhase, nextPhaseChange } from '#app/features/events/event-phase.ts';
import { shareSteps } from '#app/features/events/share-steps.ts';
import { useEventMoney } from '#app/features/orders-admin/money-api.ts';
import { useStaffLinks } from '#app/features/staff/api.ts';
import { useTicketTypes } from '#app/features/tickets/api.ts';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { EventCard, PublicEvent } from '#shared/contracts/events.ts';
import type { EventFigures } from '#shared/contracts/guest-list.ts';

/** The longest time of a timer: 24.8 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Now, again at each moment at which the phase of an event may change, and when a page that was hidden is shown. */
function usePhaseClock({ startsAt, endsAt }: Pick<EventCard, 'startsAt' | 'endsAt'>): Date {
	const [now, setNow] = useState(() => new Date());
	useEffect(() => {
		const tick = () => setNow(new Date());
		// A device that slept holds its timers up.
		document.addEventListener('visibilitychange', tick);
		const next = nextPhaseChange({ startsAt, endsAt }, now.getTime());
		const timer =
			next === null
				? undefined
				: setTimeout(tick, Math.min(Math.max(next - Date.now(), 0), LONGEST_TIMER_MS));
		return () => {
			document.removeEventListener('visibilitychange', tick);
			clearTimeout(timer);
		};
	}, [startsAt, endsAt, now]);
	return now;
}

const UnpayableTickets = lazy(() => import('#app/features/tickets/components/unpayable-tickets.tsx'));
const DraftOverview = lazy(() => import('#app/features/events/components/overview/draft-overview.tsx'));
const PostponedOverview = lazy(
	() => import('#app/features/events/components/overview/postponed-overview.tsx'),
);
const SeriesLine = lazy(() => import('#app/features/events/components/series/series-line.tsx'));
const AfterActions = lazy(() => import('#app/features/events/components/overview/after-actions.tsx'));

const waiting = <RouteSkeleton />;

interface PartProps {
	event: PublicEvent;
	figures: EventFigures;
}

/** What matters before, during and after an event; shown once all of it is there, so that nothing moves when a part comes. */
export function EventOverview({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const now = usePhaseClock(event);
	const phase = eventPhase(event, now);
	const figures = useFigures(event.id);
	const { isLive } = useLiveEvent(event.id);
	const { money, days, tickets, staff } = useFacts(event, phase);
	if ([figures, money, days, tickets, staff].some(({ isLoading }) => isLoading)) return waiting;
	if (!figures.data) {
		return (
			<EmptyState
				title={t`Figures couldn’t be loaded`}
				action={<Button onClick={() => void figures.refetch()}>{t`Try again`}</Button>}
			/>
		);
	}
	const part = { event, figures: figures.data };
	const earned = { money: money.data, base: `/events/${event.id}` };
	const isPostponed = event.status === 'postponed';
	const hasSold = figures.data.confirmed > 0;
	const views = days.data?.data.reduce((sum, one) => sum + one.views, 0) ?? 0;
	const sales =
		hasSold || figures.data.held > 0 || views > 0 ? (
			<SalesTiles {...part} {...earned} views={views} viewsTo={`/analytics?event=${event.id}`} />
		) : null;
	return (
		<Suspense fallback={waiting}>
			<div className="flex flex-col gap-8">
				{event.series ? <SeriesLine event={event} /> : null}
				<UnpayableTickets event={event} />
				{phase === 'draft' ? (
					<>
						<DraftOverview event={event} />
						{sales}
					</>
				) : null}
				{phase === 'before' ? (
					<>
						{isPostponed ? <PostponedOverview event={event} /> : null}
						{sales}
						{hasSold || isPostponed ? null : <NobodyYet event={event} />}
						<NextSteps
							event={event.id}
							steps={shareSteps(
								{
									event,
									tickets: tickets.data?.data,
									staffLinks: staff.data?.data.filter(({ revokedAt }) => revokedAt === null).length,
								},
								now,
							)}
						/>
						{hasSold ? <Registrations figures={figures.data} /> : null}
					</>
				) : null}
				{phase === 'during' ? <During {...part} isLive={isLive} /> : null}
				{phase === 'after' ? (
					<>
						<ResultTiles {...part} {...earned} isCancelled={event.status === 'cancelled'} />
						<AfterActions event={event} />
						{hasSold ? <Registrations figures={figures.data} /> : null}
					</>
				) : null}
			</div>
		</Suspense>
	);
}

/** What the phase shows beside the figures, as far as this member may see it. */
function useFacts(event: PublicEvent, phase: EventPhase) {
	const may = (action: string) => event.organisation?.permissions.includes(action) ?? false;
	return {
		money: useEventMoney(event.id, may('money.view') && phase !== 'during'),
		days: useEventDays(event.id, may('analytics.view') && phase !== 'during' && phase !== 'after'),
		tickets: useTicketTypes(event.id),
		staff: useStaffLinks(event.id, may('staff_links.manage') && phase === 'before'),
	};
}

function During({ event, figures, isLive }: PartProps & { isLive: boolean }) {
	const { t } = useLingui();
	return (
		<>
			<StartCheckIn event={event} />
			<div className="grid items-start gap-8 lg:grid-cols-2">
				<div className="flex min-w-0 flex-col gap-4">
					<Arrivals figures={figures} />
					<ButtonLink to={`/events/${event.id}/door?tab=live`} variant="outline" className="self-start">
						{t`View live figures`}
					</ButtonLink>
				</div>
				<RecentCheckIns figures={figures} timeZone={event.timeZone} isLive={isLive} />
			</div>
		</>
	);
}

/** When and for what people registered; a month without any has no chart. */
function Registrations({ figures }: { figures: EventFigures }) {
	const isRecent = figures.registrationsByDay.some(({ count }) => count > 0);
	return (
		<div className="grid items-start gap-8 lg:grid-cols-2">
			{isRecent ? <RegistrationsChart figures={figures} /> : null}
			<TicketBars figures={figures} />
		</div>
	);
}

function NobodyYet({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	return (
		<EmptyState
			drawing="ticket"
			title={t`No registrations yet`}
			description={t`Share the event to get the first ones.`}
			action={<ButtonLink to={`/events/${event.id}/share`}>{t`Share event`}</ButtonLink>}
		/>
	);
}
