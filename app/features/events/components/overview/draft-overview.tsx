import { useLingui } from '@lingui/react/macro';
import { useReview } from '#app/features/events/review-api.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { FindingList } from '../review/review-parts.tsx';

/** Missing fields of a draft, and the button that publishes it. */
export default function DraftOverview({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const review = useReview(event.id);
	if (review.isPending) return <Skeleton className="h-64 w-full" />;
	const mayPublish = event.organisation?.permissions.includes('events.publish');
	return (
		<Card
			title={t`Checklist`}
			description={t`Guests can’t see this event yet.`}
			actions={
				mayPublish ? (
					<ButtonLink to={`/event-review?event=${event.id}`}>{t`Review and publish`}</ButtonLink>
				) : undefined
			}
		>
			{review.data ? (
				<FindingList {...review.data} form={`/events/${event.id}/edit`} />
			) : (
				<ErrorCallout error={review.error} />
			)}
		</Card>
	);
}
