import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useReview } from '#app/features/events/review-api.ts';
import { useQuestions } from '#app/features/questions/api.ts';
import { readError } from '#app/lib/read-error.ts';
import { useOwnEvent } from '#app/shell/event-workspace.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { ReviewDates } from '../series/review-dates.tsx';
import { GuestQuestions } from './guest-questions.tsx';
import { GuestView, PHONE } from './guest-view.tsx';
import { PublishCard } from './publish-card.tsx';
import { Audience, Checklist, Prices } from './review-parts.tsx';

/** An event before it is published: what guests will see, what stands against it, what it costs, who may see it. */
export function ReviewScreen(props: {
	event: string;
	/** Another module's part: the event on other sites. */
	embed: (event: PublicEvent) => ReactNode;
}) {
	const reference = props.event;
	const { t } = useLingui();
	const read = useOwnEvent(reference);
	const review = useReview(reference);
	const questions = useQuestions(reference);
	const error = readError(read) ?? readError(review) ?? readError(questions);
	if (error) return <ErrorScreen error={error} />;
	const event = read.data;
	if (event && !event.organisation) return <ErrorScreen error={notFound('Event')} />;
	const form = `/events/${event?.id ?? reference}/edit`;
	const frame = {
		title: t`Review and publish`,
		documentTitle: null,
		actions: (
			<Link to={form} className="link">
				<Trans>Back to editing</Trans>
			</Link>
		),
	};
	if (!event || !review.data || !questions.data) {
		return (
			// The line below the title has its place before it is known, so nothing moves.
			<PageFrame {...frame} description={'\u00a0'}>
				<Skeleton className="h-dvh w-full" />
			</PageFrame>
		);
	}
	return (
		<PageFrame {...frame} description={event.title}>
			<SandboxNote of={event} />
			<div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
				<div className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-start-1">
					<PublishCard event={event} review={review.data} />
					{props.embed(event)}
					{event.organisation?.repeat && event.status === 'draft' ? (
						<ReviewDates repeat={event.organisation.repeat} event={event} />
					) : null}
					<Checklist {...review.data} form={form} title={event.title} />
					<Prices prices={review.data.prices} />
					<GuestQuestions questions={questions.data.data} />
					<Audience visibility={event.visibility} form={form} />
				</div>
				<Preview event={event} />
			</div>
		</PageFrame>
	);
}

/** The event's page in the room there is, or as wide as a phone. */
function Preview({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const [device, setDevice] = useState('computer');
	return (
		<div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-start-1">
			<RadioGroup
				label={t`Preview`}
				name="device"
				value={device}
				onChange={(chosen) => setDevice(chosen.target.value)}
				options={[
					{ value: 'computer', label: t`Computer` },
					{ value: 'phone', label: t`Phone` },
				]}
			/>
			<GuestView event={event} className={device === 'phone' ? PHONE : undefined} />
		</div>
	);
}
