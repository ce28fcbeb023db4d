import { Plural } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '#app/lib/api-client.ts';
import { Callout } from '#app/ui/callout.tsx';
import { type EventWithConflicts, listEventsWithConflicts } from '#shared/contracts/door-figures.ts';

/** Events with check-in conflicts that nobody has resolved, asked for again every minute. */
export function useDoorConflicts(organisation: string, isAllowed: boolean) {
	return useQuery({
		queryKey: ['events-with-conflicts', organisation],
		queryFn: ({ signal }) => api.call(listEventsWithConflicts, { params: { organisation }, signal }),
		refetchInterval: 60_000,
		enabled: isAllowed,
	});
}

/** Guests who were checked in against each other, by event. Nothing without one. */
export function DoorConflicts({ events }: { events: EventWithConflicts[] }) {
	if (events.length === 0) return null;
	const count = events.reduce((sum, { openConflicts }) => sum + openConflicts, 0);
	return (
		<Callout
			tone="warning"
			title={<Plural value={count} one="# check-in conflict" other="# check-in conflicts" />}
		>
			<ul className="flex flex-col">
				{events.map(({ eventId, title, openConflicts }) => (
					<li key={eventId}>
						<Link
							to={`/events/${eventId}/door?tab=live`}
							className="inline-flex min-h-11 items-center gap-2 underline [overflow-wrap:anywhere]"
						>
							<bdi>{title}</bdi>
							<span className="tabular-nums">{openConflicts}</span>
						</Link>
					</li>
				))}
			</ul>
		</Callout>
	);
}
