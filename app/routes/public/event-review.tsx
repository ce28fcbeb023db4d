import { useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { CreateEventScreen } from '#app/features/events/components/create/create-event-screen.tsx';
import { FoldedFields } from '#app/features/events/components/create/folded-fields.tsx';
import { ensureTemporal } from '#app/lib/temporal.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { useLoginFirst } from '#app/shell/use-login-first.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';

/** The footer stays below the fold until the review is there. */
const waiting = <div className="min-h-dvh" />;

const ReviewScreen = lazyPart(
	() =>
		import('#app/features/events/components/review/review-screen.tsx').then((module) => module.ReviewScreen),
	waiting,
);

const EmbedFold = lazyPart(
	() => import('#app/features/embeds/components/embed-fold.tsx').then((module) => module.EmbedFold),
	<Skeleton className="h-14 w-full" />,
);

const DraftReview = lazyPart(async () => {
	const [module] = await Promise.all([
		import('#app/features/events/components/create/draft-review.tsx'),
		ensureTemporal(),
	]);
	return module.DraftReview;
}, null);

/** /event-review?event=…: an event before it is published. Without an event it is the draft that is typed here, in this browser. */
export default function EventReviewPage() {
	const { t } = useLingui();
	const [search] = useSearchParams();
	const event = search.get('event') ?? '';
	const session = useLoginFirst('/event-review', event);
	return (
		<>
			<PublicHead
				path="/event-review"
				imageUrl={pictureOf('create-event')}
				title={event ? t`Review and publish` : t`Create an event`}
				description={t`See what guests will see, check what is missing, and publish now or later.`}
			/>
			{event ? (
				session.status === 'user' ? (
					<ReviewScreen event={event} embed={(own) => <EmbedFold key={own.id} event={own} />} />
				) : (
					waiting
				)
			) : (
				<CreateEventScreen details={FoldedFields} review={DraftReview} />
			)}
		</>
	);
}
