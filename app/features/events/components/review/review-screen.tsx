import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { Link } from 'react-router';
import { useReview } from '#app/features/events/review-api.ts';
import { useFormats } from '#app/lib/format.ts';
import { readError } from '#app/lib/read-error.ts';
import { useOwnEvent } from '#app/shell/event-workspace.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { EventReview } from '#shared/contracts/event-review.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { notFound } from '#shared/errors/app-error.ts';
import type { ReviewAdvice, ReviewBlocker } from '#shared/rules/event-review.ts';

import { findingSections } from './finding-sections.ts';
import { GuestView } from './guest-view.tsx';
import { PublishCard } from './publish-card.tsx';

/** An event before it is published: what guests will see, what stands against it, what it costs, who may see it. */
export function ReviewScreen({ event: reference }: { event: string }) {
	const { t } = useLingui();
	const read = useOwnEvent(reference);
	const review = useReview(reference);
	const error = readError(read) ?? readError(review);
	if (error) return <ErrorScreen error={error} />;
	const event = read.data;
	if (event && !event.organisation) return <ErrorScreen error={notFound('Event')} />;
	if (!event || !review.data) {
		return (
			// The line below the title has its place before it is known, so nothing moves.
			<PageFrame title={t`Review and publish`} documentTitle={null} description={'\u00a0'}>
				<Skeleton className="h-dvh w-full" />
			</PageFrame>
		);
	}
	return (
		<PageFrame
			title={t`Review and publish`}
			documentTitle={null}
			description={event.title}
			actions={
				<Link to={`/events/${event.id}/edit`} className="link">
					<Trans>Back to editing</Trans>
				</Link>
			}
		>
			<div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
				<div className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-start-1">
					<PublishCard event={event} review={review.data} />
					<Checklist event={event} review={review.data} />
					<Prices review={review.data} />
					<Audience event={event} />
				</div>
				<GuestView event={event} className="lg:col-start-1 lg:row-start-1" />
			</div>
		</PageFrame>
	);
}

function Checklist({ event, review }: { event: PublicEvent; review: EventReview }) {
	const { t } = useLingui();
	const { blockers, advice } = review;
	return (
		<Card>
			<h2 className="text-lg font-semibold">
				<Trans>Checklist</Trans>
			</h2>
			<ul className="mt-3 flex flex-col gap-3 text-sm">
				{blockers.map((finding) => (
					<Finding key={finding.code} event={event} {...finding} label={t`Must be settled`} isBlocker />
				))}
				{advice.map((finding) => (
					<Finding key={finding.code} event={event} {...finding} label={t`Advice`} />
				))}
				{blockers.length + advice.length === 0 ? (
					<li className="flex gap-2.5">
						<Icon icon={CircleCheck} className="mt-0.5 text-success" />
						<Trans>Everything is ready.</Trans>
					</li>
				) : null}
			</ul>
		</Card>
	);
}

function Finding(props: {
	event: PublicEvent;
	code: ReviewBlocker | ReviewAdvice;
	message: string;
	label: string;
	isBlocker?: boolean;
}) {
	const section = findingSections[props.code];
	return (
		<li className="flex gap-2.5">
			<Icon
				icon={props.isBlocker ? CircleX : CircleAlert}
				className={props.isBlocker ? 'mt-0.5 text-danger' : 'mt-0.5 text-warning'}
			/>
			<span className="min-w-0">
				<span className="sr-only">{props.label}: </span>
				{props.message}{' '}
				{section ? (
					<Link to={`/events/${props.event.id}/edit#${section}`} className="link">
						<Trans>Change</Trans>
						<span className="sr-only">: {props.message}</span>
					</Link>
				) : null}
			</span>
		</li>
	);
}

function Prices({ review }: { review: EventReview }) {
	const formats = useFormats();
	if (review.prices.length === 0) return null;
	const hasFees = review.prices.some((one) => one.buyerPaysMinor !== one.organiserGetsMinor);
	return (
		<Card>
			<h2 className="text-lg font-semibold">
				<Trans>Prices</Trans>
			</h2>
			<ul className="mt-3 flex flex-col text-sm">
				{review.prices.map((one) => {
					const pays = formats.money(one.buyerPaysMinor, one.currency);
					const gets = formats.money(one.organiserGetsMinor, one.currency);
					return (
						<li key={one.ticketTypeId} className="flex gap-4 border-t py-2 first:border-t-0">
							<span className="min-w-0 flex-1 [overflow-wrap:anywhere]" dir="auto">
								{one.name}
							</span>
							<span className="text-end tabular-nums">
								{one.kind === 'donation' ? (
									<Trans>Guest gives {pays} or more</Trans>
								) : one.buyerPaysMinor === 0 ? (
									<Trans>Free</Trans>
								) : (
									<>
										<Trans>Guest pays {pays}</Trans>
										<span className="block text-muted">
											<Trans>You get {gets}</Trans>
										</span>
									</>
								)}
							</span>
						</li>
					);
				})}
			</ul>
			<p className="mt-2 text-sm text-muted">
				{hasFees ? (
					<Trans>After our fee, before fees of the payment provider.</Trans>
				) : (
					<Trans>We take no fee. The payment provider may.</Trans>
				)}
			</p>
		</Card>
	);
}

function Audience({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const sentence = {
		public: t`Everyone. It’s listed on this site and in search engines.`,
		unlisted: t`Anyone with the link. It is not listed.`,
		password: t`Anyone with the link and the password.`,
		invite_only: t`Only people you add as guests.`,
	}[event.visibility];
	return (
		<Card>
			<h2 className="text-lg font-semibold">
				<Trans>Who can see it</Trans>
			</h2>
			<p className="mt-2 text-sm">
				{sentence}{' '}
				<Link to={`/events/${event.id}/edit#settings`} className="link" aria-label={t`Change who can see it`}>
					<Trans>Change</Trans>
				</Link>
			</p>
		</Card>
	);
}
