import { Plural } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '#app/lib/api-client.ts';
import { Callout } from '#app/ui/callout.tsx';
import { type EventWithRefundsDue, listEventsWithRefundsDue } from '#shared/contracts/orders.ts';

/** Events with orders whose refund has failed, asked for again every minute. */
export function useFailedRefunds(organisation: string, isAllowed: boolean) {
	return useQuery({
		queryKey: ['events-with-refunds-due', organisation],
		queryFn: ({ signal }) => api.call(listEventsWithRefundsDue, { params: { organisation }, signal }),
		refetchInterval: 60_000,
		enabled: isAllowed,
	});
}

/** Orders whose buyers are owed money, by event. Nothing without one. */
export function FailedRefunds({ events }: { events: EventWithRefundsDue[] }) {
	if (events.length === 0) return null;
	const count = events.reduce((sum, { orders }) => sum + orders, 0);
	return (
		<Callout tone="danger" title={<Plural value={count} one="# failed refund" other="# failed refunds" />}>
			<ul className="flex flex-col">
				{events.map(({ eventId, title, orders }) => (
					<li key={eventId}>
						<Link
							to={`/events/${eventId}/orders?state=refund_due`}
							className="inline-flex min-h-11 items-center gap-2 underline [overflow-wrap:anywhere]"
						>
							<bdi>{title}</bdi>
							<span className="tabular-nums">{orders}</span>
						</Link>
					</li>
				))}
			</ul>
		</Callout>
	);
}
