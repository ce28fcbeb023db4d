import { Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { type MessagePlace, useMessage, useMessages, useRules } from '#app/features/messages/api.ts';
import { draftOf, newDraft } from '#app/features/messages/draft.ts';
import { readError } from '#app/lib/read-error.ts';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { BackLink } from '#app/ui/back-link.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { Compose } from './compose.tsx';
import { MessageDetail } from './message-detail.tsx';
import { MessageList } from './message-list.tsx';
import { RulesCard } from './rules-card.tsx';

export interface MessagesPageProps {
	place: MessagePlace;
	/** The event, or one date of the series: rights, time zone and what conditions can name are its. */
	event: PublicEvent;
	/** Path of the list. */
	base: string;
	/** Undefined: the list; `new`: one that is not saved yet. */
	message: string | undefined;
}

/** Messages to the guests of an event or a series: the list, one that is written, or what became of one. */
export function MessagesPage(props: MessagesPageProps) {
	const { place, event, base, message } = props;
	const permissions = event.organisation?.permissions ?? [];
	const maySend = permissions.includes('messages.send');
	if (!permissions.includes('messages.view')) return <ErrorScreen error={notFound('Event')} />;
	if (message === undefined) return <AllMessages {...{ place, event, base, maySend }} />;
	return (
		<div className="flex flex-col gap-4">
			<BackLink to={base}>
				<Trans>All messages</Trans>
			</BackLink>
			{message === 'new' ? (
				<NewMessage {...props} maySend={maySend} />
			) : (
				<OneMessage key={message} {...props} message={message} maySend={maySend} />
			)}
		</div>
	);
}

/** What was written, with the way to write more, and what goes out automatically. Both come at once: neither pushes the other away. */
function AllMessages({
	place,
	event,
	base,
	maySend,
}: Omit<MessagesPageProps, 'message'> & { maySend: boolean }) {
	const rules = useRules(place);
	const messages = useMessages(place);
	if (rules.isPending || messages.isPending) return <RouteSkeleton />;
	return (
		<div className="flex flex-col gap-6">
			<MessageList list={messages} timeZone={event.timeZone} base={base} maySend={maySend} />
			<RulesCard place={place} event={event} maySend={maySend} />
		</div>
	);
}

/** Empty, a copy of another (`from`), or for the holders of a ticket type (`type`). */
function NewMessage({ place, event, base, maySend }: MessagesPageProps & { maySend: boolean }) {
	const [search] = useSearchParams();
	const from = search.get('from') ?? '';
	const type = search.get('type');
	const copied = useMessage(place, from, from !== '');
	if (!maySend) return <ErrorScreen error={notFound('Message')} />;
	if (from !== '' && copied.isPending) return <RouteSkeleton />;
	const start = copied.data
		? draftOf(copied.data)
		: newDraft(type ? [{ kind: 'ticket_types', ids: [type] }] : []);
	return <Compose key="new" {...{ place, event, base, start }} message={null} />;
}

function OneMessage(props: MessagesPageProps & { message: string; maySend: boolean }) {
	const { place, event, base, maySend } = props;
	const [search] = useSearchParams();
	const read = useMessage(place, props.message);
	const error = readError(read);
	if (error) return <ErrorScreen error={error} />;
	if (!read.data) return <RouteSkeleton />;
	const message = read.data;
	const isWritten = message.state === 'draft' || (message.state === 'scheduled' && search.has('edit'));
	if (isWritten && maySend) return <Compose {...{ place, event, base, message }} start={draftOf(message)} />;
	return <MessageDetail {...{ place, event, base, message, maySend }} />;
}
