import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { optionalPart } from '#app/lib/optional-part.tsx';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { eventState } from '#shared/rules/event-state.ts';
import { useCategoryLabels } from './category-label.ts';
import { AddToCalendar, ShareEvent } from './event-share.tsx';
import { EventWhen } from './event-when.tsx';
import { EventWhere } from './event-where.tsx';
import { HostedBy } from './hosted-by.tsx';

/** Of events of a sandbox alone. */
const SandboxNote = optionalPart(() =>
	import('#app/shell/sandbox-note.tsx').then((module) => module.SandboxNote),
);

/** Only events that something is to be said of have it. */
const EventStateNotice = optionalPart(() =>
	import('./event-state-notice.tsx').then((module) => module.EventStateNotice),
);

/**
 * The event as a poster: its cover, its colour over the page, a large title, when and where, one thing to do. `registration` is
 * that thing. Everything is readable before any script has run.
 */
export function EventPage({
	event,
	descriptionId,
	now,
	registration,
	intro,
	lead,
	isSoldOut,
	ownBar,
	moreEvents,
}: {
	event: PublicEvent;
	/** Of the element that holds the description; see `useDocumentText`. */
	descriptionId: string;
	now: string;
	registration: ReactNode;
	/** Comes before when and where, and before `registration`, also on a phone. */
	intro?: ReactNode;
	/** Comes before everything else that is said of the event. */
	lead?: ReactNode;
	isSoldOut: boolean;
	/** Ways for the event's own people. */
	ownBar: ReactNode;
	/** Other events of the organiser; null when there are none. */
	moreEvents: ReactNode;
}) {
	const { t } = useLingui();
	const policy = [event.refundPolicy, event.changePolicy, event.resalePolicy].filter(Boolean).join('\n');
	const state = eventState(event, new Date(now));
	// Little or nothing can be had here: what else there is comes early.
	const isClosed = isSoldOut || state !== 'upcoming';
	const isUnusual = isClosed || event.previousStartsAt || event.previousPlace;
	return (
		<article
			className="event-theme flex-1 bg-linear-to-b from-event-wash to-paper to-[44rem]"
			style={{ '--event-hue': event.themeHue }}
		>
			<div className="page-width flex flex-col gap-8 py-6 md:py-10">
				{event.isSandbox ? <SandboxNote of={event} /> : null}
				{ownBar}
				{isUnusual && <EventStateNotice {...{ event, now, isSoldOut }} hasMoreEvents={moreEvents !== null} />}
				<div className="grid items-start gap-8 min-[45rem]:grid-cols-[minmax(0,1fr)_18rem] lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
					<div className="flex min-w-0 flex-col gap-8">
						<Poster event={event} />
						{intro}
						<section aria-label={t`When and where`} className="flex flex-col gap-5">
							<EventWhen event={event} />
							<EventWhere event={event} />
							<div className="flex flex-wrap gap-2">
								<AddToCalendar event={event} />
								<ShareEvent event={event} />
							</div>
						</section>
					</div>
					<aside
						// Below the navigation bar, where the page has one.
						className="min-[45rem]:sticky min-[45rem]:top-6 min-[45rem]:[header~main_&]:top-20 min-[45rem]:col-start-2 min-[45rem]:row-span-2 min-[45rem]:row-start-1"
						aria-label={t`Registration`}
					>
						{registration}
					</aside>
					<div className="flex min-w-0 flex-col gap-8 min-[45rem]:col-start-1">
						{isClosed && moreEvents}
						{lead}
						<HostedBy event={event} />
						{event.descriptionHtml ? (
							<section aria-labelledby="about" className="flex flex-col gap-3">
								<h2 id="about" className="text-xl font-semibold">
									<Trans>About</Trans>
								</h2>
								<SanitisedHtml
									id={descriptionId}
									html={event.descriptionHtml}
									className="prose max-w-measure [overflow-wrap:anywhere]"
									dir="auto"
								/>
							</section>
						) : null}
						{event.tags.length > 0 ? (
							<ul aria-label={t`Tags`} className="flex flex-wrap gap-2">
								{event.tags.map((tag) => (
									<li key={tag}>
										<Link
											to={`/events?q=${encodeURIComponent(tag)}`}
											className="inline-flex min-h-8 items-center rounded-full border border-edge bg-surface px-3 text-sm hover:border-control"
											dir="auto"
										>
											{tag}
										</Link>
									</li>
								))}
							</ul>
						) : null}
						{policy ? (
							<section aria-labelledby="policy" className="flex flex-col gap-2">
								<h2 id="policy" className="text-lg font-medium">
									<Trans>Cancellation policy</Trans>
								</h2>
								<p className="max-w-measure whitespace-pre-line text-muted" dir="auto">
									{policy}
								</p>
							</section>
						) : null}
					</div>
				</div>
				{!isClosed && moreEvents}
			</div>
		</article>
	);
}

/** The cover, and what the event is called. */
function Poster({ event }: { event: PublicEvent }) {
	const categories = useCategoryLabels();
	return (
		<>
			<img
				src={event.cover.url}
				{...(event.cover.srcSet
					? {
							srcSet: event.cover.srcSet,
							sizes: '(min-width: 64rem) 46rem, (min-width: 45rem) 60vw, 100vw',
						}
					: {})}
				alt={event.cover.isGenerated ? '' : event.cover.alt}
				width={1280}
				height={720}
				fetchPriority="high"
				className="aspect-16/9 max-h-[40svh] w-full rounded-xl bg-event-wash object-cover shadow-lift"
				style={{ viewTransitionName: `cover-${event.id}` }}
			/>
			<header className="flex flex-col gap-3">
				{event.category === 'other' ? null : (
					<p className="text-sm font-medium text-event-ink">
						<Link to={`/events?category=${event.category}`} className="hover:underline">
							{categories[event.category]}
						</Link>
					</p>
				)}
				<h1 tabIndex={-1} className="title-event [overflow-wrap:anywhere] text-balance" dir="auto">
					{event.title}
				</h1>
				{event.summary ? (
					<p className="max-w-measure text-lg text-muted [overflow-wrap:anywhere]" dir="auto">
						{event.summary}
					</p>
				) : null}
			</header>
		</>
	);
}
