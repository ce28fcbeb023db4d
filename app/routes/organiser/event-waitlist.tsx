import { msg } from '@lingui/core/macro';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import type { Route } from './+types/event-waitlist';

const WaitlistScreen = lazyPart(
	() =>
		import('#app/features/waitlist/components/waitlist-screen.tsx').then((module) => module.WaitlistScreen),
	<RouteSkeleton />,
);

/** /events/:event/tickets/waitlist: who waits for tickets that are sold out. Below the tickets, whose tab stays the selected one. */
export default function EventWaitlistPage({ params }: Route.ComponentProps) {
	return <EventWorkspace event={params.event} title={msg`Waitlist`} part={WaitlistScreen} />;
}
