import {
	OfferSections,
	type OfferSectionsProps,
} from '#app/features/events/components/create/offer-sections.tsx';
import { DraftQuestions } from '#app/features/questions/components/draft-questions.tsx';
import { DraftTickets } from '#app/features/tickets/components/draft-tickets.tsx';

export { DraftPreview } from '#app/features/events/components/create/draft-guest-view.tsx';
export { DraftProgress } from '#app/features/events/components/create/draft-progress.tsx';

/** What /custom-event loads after its first fields, in one file: fewer files share less. */
export function Offer(props: OfferSectionsProps) {
	return (
		<OfferSections
			{...props}
			tickets={(source) => <DraftTickets {...source} />}
			questions={(source) => <DraftQuestions {...source} />}
		/>
	);
}
