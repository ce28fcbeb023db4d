import { useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { Route } from './+types/event-edit';

const EditEvent = lazyPart(() =>
	import('#app/features/events/components/edit/edit-event.tsx').then((module) => module.EditEvent),
);
const TicketTypesEditor = lazyPart(() =>
	import('#app/features/tickets/components/ticket-types-editor.tsx').then(
		(module) => module.TicketTypesEditor,
	),
);
const QuestionsEditor = lazyPart(() =>
	import('#app/features/questions/components/questions-editor.tsx').then((module) => module.QuestionsEditor),
);

const SaveAsTemplate = lazyPart(
	() =>
		import('#app/features/templates/components/save-as-template.tsx').then((module) => module.SaveAsTemplate),
	null,
);

export default function EventEditPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	const user = useOutletContext<CurrentUser>();
	return (
		<EventWorkspace event={params.event} title={t`Edit`}>
			{/* Another event is another form: nothing typed into one may end up in the other. */}
			{(event) => (
				<EditEvent
					key={event.id}
					event={event}
					user={user}
					tickets={
						event.organisation?.permissions.includes('tickets.edit') && event.externalUrl === '' ? (
							<TicketTypesEditor event={event} />
						) : undefined
					}
					actions={
						event.organisation?.permissions.includes('templates.manage') ? (
							<SaveAsTemplate event={event} />
						) : undefined
					}
					questions={
						event.organisation?.permissions.includes('tickets.edit') && event.externalUrl === '' ? (
							<QuestionsEditor event={event} />
						) : undefined
					}
				/>
			)}
		</EventWorkspace>
	);
}
