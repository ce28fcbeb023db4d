import { useLingui } from '@lingui/react/macro';
import { CreateEventScreen } from '#app/features/events/components/create/create-event-screen.tsx';
import { FoldedFields } from '#app/features/events/components/create/folded-fields.tsx';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';

/** /create-event and /events/create: the same screen, open to everybody. */
export default function CreateEventPage() {
	const { t } = useLingui();
	return (
		<>
			<PublicHead
				path="/create-event"
				imageUrl={pictureOf('create-event')}
				title={t`Create an event`}
				description={t`A title and a date are enough: the page, the cover and a free ticket are created for you.`}
			/>
			<CreateEventScreen details={FoldedFields} />
		</>
	);
}
