import { msg } from '@lingui/core/macro';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import type { Route } from './+types/event-overview';

export const handle = { shape: 'figures' } satisfies ShapedPage;

const EventOverview = lazyPart(
	() => import('./event-overview-content.tsx').then((module) => module.EventOverview),
	<RouteSkeleton />,
);

/** /events/:event/overview: what matters before, during and after an event. */
export default function EventOverviewPage({ params }: Route.ComponentProps) {
	return <EventWorkspace event={params.event} title={msg`Overview`} part={EventOverview} />;
}
