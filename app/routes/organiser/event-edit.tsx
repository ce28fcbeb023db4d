import { msg } from '@lingui/core/macro';
import { Navigate, useLocation, useOutletContext } from 'react-router';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { Route } from './+types/event-edit';

export const handle = { shape: 'form' } satisfies ShapedPage;

const EditEvent = lazyPart(
	() => import('#app/features/events/components/edit/edit-event.tsx').then((module) => module.EditEvent),
	<RouteSkeleton />,
);

const SaveAsTemplate = lazyPart(
	() =>
		import('#app/features/templates/components/save-as-template.tsx').then((module) => module.SaveAsTemplate),
	null,
);

/** Parts that were on this page before they had their own, and where they are there. */
const moved: Record<string, string> = {
	'#tickets': '#tickets',
	'#ticket-types': '#tickets',
	'#questions': '#questions',
};

export default function EventEditPage({ params }: Route.ComponentProps) {
	const user = useOutletContext<CurrentUser>();
	const part = moved[useLocation().hash];
	return (
		<EventWorkspace event={params.event} title={msg`Edit`}>
			{/* Another event is another form: nothing typed into one may end up in the other. */}
			{(event) => (
				<>
					{/* Beside the form: it asks before what was typed there is left. */}
					{part ? <Navigate to={`/events/${params.event}/tickets${part}`} replace /> : null}
					<EditEvent
						key={event.id}
						event={event}
						user={user}
						actions={
							event.organisation?.permissions.includes('templates.manage') ? (
								<SaveAsTemplate event={event} />
							) : undefined
						}
					/>
				</>
			)}
		</EventWorkspace>
	);
}
