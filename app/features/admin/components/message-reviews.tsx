import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMessageReviews, useReviewMessage } from '#app/features/admin/reviews-api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import type { MessageReview } from '#shared/contracts/messages.ts';
import { ReasonForm } from './reason-form.tsx';

/** Messages to guests that new organisers may not send by themselves; nothing while there are none. */
export function MessageReviews() {
	const { t } = useLingui();
	const reviews = useMessageReviews();
	const rows = reviews.data ?? [];
	if (reviews.error && rows.length === 0)
		return <ErrorCallout error={reviews.error} onRetry={() => void reviews.refetch()} />;
	if (rows.length === 0) return null;
	return (
		<Card title={t`Messages to review`} padding="none">
			<ul aria-label={t`Messages to review`} className="divide-y divide-hairline">
				{rows.map((review) => (
					<li key={review.id} className="px-5 py-4">
						<Review review={review} />
					</li>
				))}
			</ul>
			<ShowMore {...moreOf(reviews)} />
		</Card>
	);
}

function Review({ review }: { review: MessageReview }) {
	const { t } = useLingui();
	const dateTime = useViewerTime();
	const attempt = useAttempt();
	const decide = useReviewMessage();
	const [isRefusing, setRefusing] = useState(false);
	const { id, organisation, event, sendAt } = review;
	const when = sendAt ? dateTime(sendAt) : '';
	return (
		<article className="flex flex-col gap-3" aria-label={review.subject}>
			<div className="flex flex-col gap-0.5">
				<h3 dir="auto" className="text-sm font-semibold [overflow-wrap:anywhere]">
					{review.subject}
				</h3>
				<p className="text-compact text-muted [overflow-wrap:anywhere]">
					<span dir="auto">{organisation.name}</span>
					{event ? (
						<>
							{' · '}
							<Link to={`/events/${event.slug}`} dir="auto" className="underline underline-offset-2">
								{event.title}
							</Link>
						</>
					) : null}
					{' · '}
					<Plural value={review.addresses} one="# address" other="# addresses" />
					{' · '}
					{review.category === 'marketing' ? <Trans>News</Trans> : <Trans>About their ticket</Trans>}
					{when ? (
						<>
							{' · '}
							<Trans>to be sent {when}</Trans>
						</>
					) : null}
				</p>
				<p className="text-compact">{review.reason}</p>
			</div>
			<p
				dir="auto"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard
				tabIndex={0}
				className="max-h-60 overflow-y-auto rounded-lg bg-ink/3 p-4 text-sm [overflow-wrap:anywhere] whitespace-pre-line"
			>
				{review.text}
			</p>
			{isRefusing ? (
				<ReasonForm
					hint={t`The organiser reads it.`}
					label={t`Refuse message`}
					isPending={decide.isPending}
					onSubmit={(reason) => void attempt(decide.mutateAsync({ message: id, reason }), t`Message refused`)}
					onCancel={() => setRefusing(false)}
				/>
			) : (
				<div className="flex flex-wrap gap-2">
					<Button
						isLoading={decide.isPending}
						onClick={() =>
							void attempt(decide.mutateAsync({ message: id, reason: null }), t`Message released`)
						}
					>
						<Trans>Release</Trans>
					</Button>
					<Button variant="outline" onClick={() => setRefusing(true)}>
						<Trans>Refuse…</Trans>
					</Button>
				</div>
			)}
		</article>
	);
}
