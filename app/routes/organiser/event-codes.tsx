import { msg } from '@lingui/core/macro';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import type { Route } from './+types/event-codes';

const CodeList = lazyPart(
	() => import('#app/features/codes/components/code-list.tsx').then((module) => module.CodeList),
	<RouteSkeleton />,
);

/** /events/:event/tickets/codes: codes that lower prices or unlock tickets. Below the tickets, whose tab stays the selected one. */
export default function EventCodesPage({ params }: Route.ComponentProps) {
	return <EventWorkspace event={params.event} title={msg`Codes`} part={CodeList} />;
}
