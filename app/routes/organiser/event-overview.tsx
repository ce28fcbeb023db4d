import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import {
	FigureTiles,
	RecentCheckIns,
	RegistrationsChart,
} from '#app/features/check-in/components/live-figures.tsx';
import { StartCheckIn } from '#app/features/check-in/components/start-check-in.tsx';
import { useFigures, useLiveEvent } from '#app/features/check-in/organiser-api.ts';
import { nextStep } from '#app/features/events/next-step.ts';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Route } from './+types/event-overview';

const UnpayableTickets = lazy(() => import('#app/features/tickets/components/unpayable-tickets.tsx'));

export default function EventOverviewPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<EventWorkspace event={params.event} title={t`Overview`}>
			{(event) => (
				<>
					<Suspense fallback={null}>
						<UnpayableTickets event={event} />
					</Suspense>
					{nextStep(event, undefined, new Date()) === 'door' ? <StartCheckIn event={event} /> : null}
					<Overview event={event} />
				</>
			)}
		</EventWorkspace>
	);
}

function Overview({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const figures = useFigures(event.id);
	const { isLive } = useLiveEvent(event.id);
	if (figures.isPending) return <Spinner size={24} className="m-8" />;
	if (!figures.data) {
		return (
			<EmptyState
				title={t`Figures couldn’t be loaded`}
				action={<Button onClick={() => void figures.refetch()}>{t`Try again`}</Button>}
			/>
		);
	}
	return (
		<div className="flex flex-col gap-8">
			<FigureTiles figures={figures.data} guestsTo={`/events/${event.id}/guests`} />
			<div className="grid items-start gap-8 lg:grid-cols-2">
				<RegistrationsChart figures={figures.data} />
				<RecentCheckIns figures={figures.data} timeZone={event.timeZone} isLive={isLive} />
			</div>
		</div>
	);
}
