import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { PenLine } from 'lucide-react';
import { Link } from 'react-router';
import type { useMessages } from '#app/features/messages/api.ts';
import { stateTones, useMessageTexts } from '#app/features/messages/use-message-texts.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailed } from '#app/ui/load-failed.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { GuestMessage } from '#shared/contracts/messages.ts';

/** Messages that were written: drafts, those that wait for their time, those that were sent. */
export function MessageList(props: {
	list: ReturnType<typeof useMessages>;
	timeZone: string;
	base: string;
	maySend: boolean;
}) {
	const { t } = useLingui();
	const { list, base, maySend } = props;
	const rows = list.data ?? [];
	const write = (
		<ButtonLink to={`${base}/new`} icon={PenLine}>
			<Trans>Write to guests</Trans>
		</ButtonLink>
	);
	return (
		<Card title={t`Your messages`} padding="none" actions={maySend && rows.length > 0 ? write : undefined}>
			{list.isError && rows.length === 0 ? (
				<LoadFailed title={t`Couldn’t load the messages.`} onRetry={list.refetch} />
			) : null}
			{list.data && rows.length === 0 ? (
				<EmptyState
					title={t`No messages yet. Reminders are sent automatically.`}
					action={maySend ? write : undefined}
				/>
			) : null}
			<ul aria-label={t`Your messages`} className={rows.length > 0 ? 'divide-y divide-hairline' : 'hidden'}>
				{rows.map((message) => (
					<li key={message.id}>
						<MessageRow message={message} timeZone={props.timeZone} base={base} />
					</li>
				))}
			</ul>
			<ShowMore
				{...moreOf(list)}
				status={
					list.hasNextPage ? (
						<Plural value={rows.length} one="# message shown" other="# messages shown" />
					) : undefined
				}
			/>
		</Card>
	);
}

function MessageRow({ message, timeZone, base }: { message: GuestMessage; timeZone: string; base: string }) {
	const { states } = useMessageTexts();
	const whenText = useWhenText(timeZone);
	const countsText = useSentText();
	return (
		<Link
			to={`${base}/${message.id}`}
			className="flex min-h-16 flex-col gap-x-4 gap-y-1 px-5 py-3 hover:bg-ink/3 sm:flex-row sm:items-center"
		>
			<span className="flex min-w-0 flex-1 flex-col gap-0.5">
				<span dir="auto" className="truncate text-sm font-medium">
					{message.subject}
				</span>
				<span className="text-compact text-muted tabular-nums">
					{[whenText(message), countsText(message)].filter(Boolean).join(' · ')}
				</span>
			</span>
			<StatusBadge tone={stateTones[message.state]}>{states[message.state]}</StatusBadge>
		</Link>
	);
}

/** When it was, or is to be, sent. */
export function useWhenText(timeZone: string): (message: GuestMessage) => string {
	const { t } = useLingui();
	const formats = useFormats();
	return ({ state, sendAt, sentAt, updatedAt }) => {
		const at = (instant: string) => formats.dateTime(instant, timeZone);
		if (state === 'draft') return t`Changed ${at(updatedAt)}`;
		if (state === 'sent') return t`Sent ${at(sentAt ?? sendAt ?? updatedAt)}`;
		if (state === 'in_review' && sendAt && Date.parse(sendAt) <= Date.now())
			return t`To be sent after the review`;
		if (state === 'scheduled' || state === 'in_review') return sendAt ? t`To be sent ${at(sendAt)}` : '';
		return state === 'sending' ? '' : at(updatedAt);
	};
}

/** Delivery figures of its emails; empty before any was sent. */
function useSentText(): (message: GuestMessage) => string {
	const { t } = useLingui();
	return ({ state, counts }) => {
		const { sent, bounced, unsubscribed, addresses } = counts;
		if (state === 'sending') return t`${sent} of ${addresses} sent`;
		if (sent + bounced === 0) return '';
		return [
			t`${plural(sent, { one: '# sent', other: '# sent' })}`,
			bounced > 0 ? t`${plural(bounced, { one: '# bounced', other: '# bounced' })}` : '',
			unsubscribed > 0 ? t`${plural(unsubscribed, { one: '# unsubscribed', other: '# unsubscribed' })}` : '',
		]
			.filter(Boolean)
			.join(', ');
	};
}
