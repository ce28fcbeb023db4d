import { useLingui } from '@lingui/react/macro';
import { FigureTiles, RecentCheckIns } from '#app/features/check-in/components/live-figures.tsx';
import { useFigures, useLiveEvent } from '#app/features/check-in/guests-api.ts';
import { StaffLinks } from '#app/features/staff/components/staff-links.tsx';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Route } from './+types/event-door';

export default function EventDoorPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<EventWorkspace event={params.event} title={t`Door`}>
			{(event) => <Door event={event} />}
		</EventWorkspace>
	);
}

function Door({ event }: { event: PublicEvent }) {
	const figures = useFigures(event.id);
	const { isLive } = useLiveEvent(event.id);
	const mayManage = event.organisation?.permissions.includes('staff_links.manage') ?? false;
	return (
		<div className="flex flex-col gap-8">
			{mayManage ? <StaffLinks event={event.id} /> : null}
			{figures.data ? (
				<>
					<FigureTiles figures={figures.data} guestsTo={`/events/${event.id}/guests`} />
					<RecentCheckIns figures={figures.data} timeZone={event.timeZone} isLive={isLive} />
				</>
			) : null}
		</div>
	);
}
