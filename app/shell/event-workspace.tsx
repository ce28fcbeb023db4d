import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useApiQuery } from '#app/lib/api-query.ts';
import { useFormats } from '#app/lib/format.ts';
import { readError } from '#app/lib/read-error.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import { TabLinks } from '#app/ui/tabs.tsx';
import { getEvent, type PublicEvent } from '#shared/contracts/events.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { ErrorScreen } from './lazy-screens.tsx';
import { PageFrame } from './page-frame.tsx';
import { PageWaiting } from './route-skeleton.tsx';
import { SandboxNote } from './sandbox-note.tsx';

export const eventKey = (event: string) => ['event', event] as const;

/** The event as its organiser sees it. */
export function useOwnEvent(event: string) {
	return useApiQuery(getEvent, eventKey(event), { params: { event } });
}

/**
 * The frame around the pages of one event: its name, state and date, and the ways between overview, editing, guests and door.
 * Children get the event; whoever is not a member of its organisation finds nothing here.
 */
export function EventWorkspace(props: {
	event: string;
	/** What this page is, for the document's title. */
	title: MessageDescriptor;
	/** The page, where it needs no more than the event; another event is another page. */
	part?: ComponentType<{ event: PublicEvent }>;
	children?: (event: PublicEvent) => ReactNode;
}) {
	const { part: Part, children } = props;
	const query = useOwnEvent(props.event);
	const formats = useFormats();
	const { t, i18n } = useLingui();
	const error = readError(query);
	if (error) return <ErrorScreen error={error} />;
	if (!query.data) return <PageWaiting key="waiting" />;
	const event = query.data;
	if (!event.organisation) return <ErrorScreen error={notFound('Event')} />;
	return (
		<PageFrame
			key="event"
			breadcrumb={
				<Link
					to={event.series ? `/series/${event.series.id}` : '/dashboard/events'}
					className="self-start rounded-sm py-1 text-compact text-muted hover:text-ink hover:underline"
				>
					{event.series ? t`Whole series` : t`All events`}
				</Link>
			}
			title={event.title}
			documentTitle={`${i18n._(props.title)} · ${event.title}`}
			badge={<EventStatus status={event.status} />}
			description={formats.dateTime(event.startsAt, event.timeZone)}
			actions={
				<ButtonLink to={`/events/${event.slug}`} variant="outline" icon={ExternalLink}>
					<Trans>View page</Trans>
				</ButtonLink>
			}
		>
			<SandboxNote of={event} />
			<EventTabs event={event} />
			{Part ? <Part key={event.id} event={event} /> : children?.(event)}
		</PageFrame>
	);
}

/** The pages of an event that this member may open, as tabs. */
export function EventTabs({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	// As the page was opened, by name or by id: only then does the bar know where it stands.
	const { event: key = event.id } = useParams();
	const base = `/events/${key}`;
	const ways = [
		{ to: `${base}/overview`, label: t`Overview` },
		{ to: `${base}/guests`, label: t`Guests` },
		...(event.organisation?.permissions.includes('orders.view')
			? [{ to: `${base}/orders`, label: t`Orders` }]
			: []),
		// With external registration an event offers nothing itself.
		...(event.externalUrl === '' &&
		event.organisation?.permissions.some((one) => one === 'tickets.edit' || one === 'codes.edit')
			? [{ to: `${base}/tickets`, label: t`Tickets` }]
			: []),
		...(event.organisation?.permissions.includes('messages.view')
			? [{ to: `${base}/messages`, label: t`Messages` }]
			: []),
		{ to: `${base}/share`, label: t`Share` },
		{ to: `${base}/door`, label: t`Check-in` },
		...(event.organisation?.permissions.includes('money.view')
			? [{ to: `${base}/money`, label: t`Money` }]
			: []),
		...(event.organisation?.permissions.some((one) => one === 'fundraiser.edit' || one === 'orders.view')
			? [{ to: `${base}/fundraiser`, label: t`Fundraiser` }]
			: []),
		{ to: `${base}/edit`, label: t`Edit` },
	];
	return <TabLinks label={t`Event`} items={ways} />;
}

const tones: Record<PublicEvent['status'], StatusTone> = {
	draft: 'pending',
	published: 'success',
	cancelled: 'danger',
	postponed: 'warning',
	archived: 'neutral',
};

/** The stored state of an event as a word. */
export function EventStatus({ status }: { status: PublicEvent['status'] }) {
	const { t } = useLingui();
	const words: Record<PublicEvent['status'], string> = {
		draft: t`Draft`,
		published: t`Published`,
		cancelled: t`Cancelled`,
		postponed: t`Postponed`,
		archived: t`Archived`,
	};
	return <StatusBadge tone={tones[status]}>{words[status]}</StatusBadge>;
}
