import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { useSite } from '#app/shell/site.ts';
import { Callout } from '#app/ui/callout.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { eventState } from '#shared/rules/event-state.ts';

/** What a reader must know before anything else: called off, put off, on, over, moved, sold out, not public yet. */
export function EventStateNotice(props: {
	event: PublicEvent;
	now: string;
	isSoldOut: boolean;
	/** Whether the page shows other events of the organiser. */
	hasMoreEvents: boolean;
}) {
	const { event, now } = props;
	const formats = useFormats();
	const state = eventState(event, new Date(now));
	const message = event.statusMessage ? <span dir="auto"> {event.statusMessage}</span> : null;
	if (state === 'cancelled') {
		return (
			<Callout tone="danger">
				<strong>
					<Trans>This event was cancelled.</Trans>
				</strong>
				{message} <Elsewhere {...props} />
			</Callout>
		);
	}
	if (state === 'postponed') {
		return (
			<Callout tone="warning">
				<strong>
					<Trans>This event was postponed.</Trans>
				</strong>{' '}
				<Trans>Your ticket is still valid. We’ll post the new date here.</Trans>
				{message}
			</Callout>
		);
	}
	if (state === 'draft') {
		return (
			<Callout tone="info">
				<strong>
					<Trans>This is a preview.</Trans>
				</strong>{' '}
				<Trans>Only your team sees it until it is published.</Trans>
			</Callout>
		);
	}
	if (state === 'ended') {
		return (
			<Callout tone="info">
				<Trans>This event is over.</Trans> <Elsewhere {...props} />
			</Callout>
		);
	}
	const before = event.previousStartsAt ? formats.dateTime(event.previousStartsAt, event.timeZone) : null;
	return (
		<>
			{state === 'ongoing' ? (
				<Callout tone="success">
					<strong>
						<Trans>Happening now</Trans>
					</strong>
				</Callout>
			) : null}
			{before ? (
				<Callout tone="warning">
					<Trans>New date. Previously {before}.</Trans>
				</Callout>
			) : null}
			{event.previousPlace ? (
				<Callout tone="warning">
					<Trans>New place. Previously {event.previousPlace}.</Trans>
				</Callout>
			) : null}
			{props.isSoldOut ? (
				<Callout tone="warning">
					<strong>
						<Trans>This event is sold out.</Trans>
					</strong>{' '}
					<Elsewhere {...props} />
				</Callout>
			) : null}
		</>
	);
}

/** Where an event leads that nobody can come to any more: other events, and word of the next one. */
function Elsewhere({ event, hasMoreEvents }: { event: PublicEvent; hasMoreEvents: boolean }) {
	const { hasEmail } = useSite();
	const { name, slug } = event.organiser;
	return (
		<span className="mt-1 flex flex-wrap gap-4">
			{hasMoreEvents ? (
				<a href="#more-events" className="link">
					<Trans>More events by {name}</Trans>
				</a>
			) : (
				<Link to="/events" className="link">
					<Trans>Browse Events</Trans>
				</Link>
			)}
			{hasEmail ? (
				<Link to={`/organisers/${slug}#follow`} className="link">
					<Trans>Follow {name}</Trans>
				</Link>
			) : null}
		</span>
	);
}
