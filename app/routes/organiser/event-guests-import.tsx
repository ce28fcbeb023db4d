import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { Route } from './+types/event-guests-import';

export const handle = { shape: 'form' } satisfies ShapedPage;

const ImportGuests = lazyPart(
	() =>
		import('#app/features/guest-import/components/import-guests.tsx').then((module) => module.ImportGuests),
	<RouteSkeleton />,
);

export default function EventGuestsImportPage({ params }: Route.ComponentProps) {
	return (
		<EventWorkspace event={params.event} title={msg`Import guests`}>
			{(event) =>
				event.organisation?.permissions.includes('attendees.edit') ? (
					<ImportGuests event={event} />
				) : (
					<Callout tone="warning">
						<Trans>Your role does not allow adding guests to this event.</Trans>
					</Callout>
				)
			}
		</EventWorkspace>
	);
}
