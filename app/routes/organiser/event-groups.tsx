import { msg } from '@lingui/core/macro';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import type { Route } from './+types/event-groups';

const GroupsScreen = lazyPart(
	() => import('#app/features/groups/components/groups-screen.tsx').then((module) => module.GroupsScreen),
	<RouteSkeleton />,
);

/** /events/:event/tickets/groups: people who come together. Below the tickets, whose tab stays the selected one. */
export default function EventGroupsPage({ params }: Route.ComponentProps) {
	return <EventWorkspace event={params.event} title={msg`Groups`} part={GroupsScreen} />;
}
