import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { EventWhen } from '../event-when.tsx';

/** The class of a view as wide as a phone. */
export const PHONE = 'mx-auto w-full max-w-97.5';

/** Texts of an event that guests read. */
export interface GuestViewEvent
	extends Pick<PublicEvent, 'title' | 'startsAt' | 'endsAt' | 'timeZone' | 'isAllDay' | 'format'>,
		Pick<PublicEvent, 'summary' | 'descriptionHtml' | 'refundPolicy' | 'themeHue'>,
		Partial<Pick<PublicEvent, 'changePolicy' | 'resalePolicy'>> {
	venue: Pick<PublicEvent['venue'], 'name' | 'address' | 'city'>;
	cover: Pick<PublicEvent['cover'], 'url' | 'alt'>;
	/** No start was chosen yet: `startsAt` stands for it. */
	hasNoStart?: boolean;
}

/** An event as its page shows it to guests. */
export function GuestView(props: {
	event: GuestViewEvent;
	className?: string | undefined;
	/** Below the summary, where the description is not rendered. */
	children?: ReactNode;
}) {
	const { event, className } = props;
	const { t } = useLingui();
	const heading = useId();
	const policy = [event.refundPolicy, event.changePolicy, event.resalePolicy].filter(Boolean).join('\n');
	const place =
		event.format === 'online'
			? t`Online`
			: [event.venue.name, event.venue.address, event.venue.city].filter(Boolean).join(', ');
	return (
		<section
			aria-labelledby={heading}
			className={clsx(
				'event-theme flex min-w-0 flex-col gap-5 rounded-xl border bg-surface p-5 md:p-6',
				className,
			)}
			style={{ '--event-hue': event.themeHue }}
		>
			<h2 id={heading} className="text-sm font-medium text-muted">
				<Trans>What guests will see</Trans>
			</h2>
			<img
				src={event.cover.url}
				alt={event.cover.alt}
				width={960}
				height={540}
				className="aspect-16/9 w-full rounded-lg bg-event-wash object-cover"
			/>
			<p className="title-page [overflow-wrap:anywhere]" dir="auto">
				{event.title}
			</p>
			{event.hasNoStart ? (
				<p>
					<Trans>Date TBA</Trans>
				</p>
			) : (
				<EventWhen event={event} />
			)}
			<p dir="auto">{place || t`Location TBA`}</p>
			{event.summary ? (
				<p className="text-lg" dir="auto">
					{event.summary}
				</p>
			) : null}
			{event.descriptionHtml ? (
				<SanitisedHtml
					html={event.descriptionHtml}
					className="prose max-w-measure [overflow-wrap:anywhere]"
					dir="auto"
				/>
			) : null}
			{props.children}
			{policy ? (
				<div>
					<h3 className="font-semibold">
						<Trans>Refund policy</Trans>
					</h3>
					<p className="mt-1 text-sm whitespace-pre-line" dir="auto">
						{policy}
					</p>
				</div>
			) : null}
		</section>
	);
}
