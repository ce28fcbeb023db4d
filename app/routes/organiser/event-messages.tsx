import { msg } from '@lingui/core/macro';
import { ensureTemporal } from '#app/lib/temporal.ts';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import type { Route } from './+types/event-messages';

const MessagesPage = lazyPart(
	() => import('#app/features/messages/components/messages-page.tsx').then((module) => module.MessagesPage),
	<RouteSkeleton />,
);

/** Times of sending are wall times of the event. */
export const clientLoader = ensureTemporal;

/** /events/:event/messages: messages to the guests of an event; below it one of them, or `new`. */
export default function EventMessagesPage({ params }: Route.ComponentProps) {
	return (
		<EventWorkspace event={params.event} title={msg`Messages`}>
			{(event) => (
				<MessagesPage
					place={{ kind: 'event', id: event.id }}
					event={event}
					base={`/events/${params.event}/messages`}
					message={params.message}
				/>
			)}
		</EventWorkspace>
	);
}
