import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isDue, type MessagePlace, useMessageActions } from '#app/features/messages/api.ts';
import { stateTones, useMessageTexts } from '#app/features/messages/use-message-texts.ts';
import { useSegmentOptions } from '#app/features/messages/use-segment-options.ts';
import { useSegmentText } from '#app/features/messages/use-segment-text.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { GuestMessage } from '#shared/contracts/messages.ts';
import { messageLimits } from '#shared/rules/messages/messages.ts';
import { useWhenText } from './message-list.tsx';
import { RecipientList } from './recipient-list.tsx';

export interface DetailProps {
	place: MessagePlace;
	event: PublicEvent;
	base: string;
	message: GuestMessage;
	maySend: boolean;
}

/** A message, its recipients, and their delivery. */
export function MessageDetail(props: DetailProps) {
	const { t } = useLingui();
	const { place, event, message } = props;
	const { states } = useMessageTexts();
	const whenText = useWhenText(event.timeZone);
	const segmentText = useSegmentText(useSegmentOptions(place, event));
	const hasRecipients =
		['sending', 'sent', 'cancelled'].includes(message.state) &&
		message.counts.addresses + skippedOf(message) > 0;
	return (
		<div className="flex flex-col gap-6">
			<Card
				title={
					<span dir="auto" className="[overflow-wrap:anywhere]">
						{message.subject}
					</span>
				}
				description={whenText(message)}
				actions={<StatusBadge tone={stateTones[message.state]}>{states[message.state]}</StatusBadge>}
			>
				<div className="flex flex-col gap-5">
					<StateNote message={message} />
					<DescriptionList
						facts={[
							[t`To`, segmentText(message.segment.conditions)],
							[t`About`, message.category === 'service' ? t`Their ticket` : t`News`],
							[t`Written by`, message.author || (message.ruleId ? t`Sent automatically` : '')],
							[t`Replies`, message.replyTo],
						]}
					/>
					<p
						dir="auto"
						// biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard
						tabIndex={0}
						className="max-h-96 overflow-y-auto rounded-lg bg-ink/3 p-4 text-sm [overflow-wrap:anywhere] whitespace-pre-line"
					>
						{message.text}
					</p>
					{props.maySend ? <Actions {...props} /> : null}
				</div>
			</Card>
			{hasRecipients ? <Counts message={message} /> : null}
			{hasRecipients ? <RecipientList place={place} message={message} timeZone={event.timeZone} /> : null}
		</div>
	);
}

/** What its state means, and what to do about it. */
function StateNote({ message }: { message: GuestMessage }) {
	const { t } = useLingui();
	const { state, reviewReason, counts } = message;
	if (state === 'in_review')
		return (
			<Callout tone="info" title={t`This message is in review`}>
				{reviewReason || (
					<Trans>New organisers write to at most {messageLimits.unverifiedMessage} guests at once.</Trans>
				)}
			</Callout>
		);
	if (state === 'refused')
		return (
			<Callout tone="danger" title={t`This message was refused`}>
				{reviewReason}
			</Callout>
		);
	if (state === 'cancelled')
		return (
			<Callout tone="neutral">
				{counts.sent > 0
					? t`${plural(counts.sent, {
							one: '# email was on its way before it was cancelled.',
							other: '# emails were on their way before it was cancelled.',
						})}`
					: t`Cancelled before any email was sent.`}
			</Callout>
		);
	if (isDue(message))
		return (
			<p role="status" className="text-sm text-muted">
				<Trans>Sending starts in a moment.</Trans>
			</p>
		);
	if (state !== 'sending') return null;
	const done = counts.addresses - counts.waiting;
	return (
		<div className="flex flex-col gap-2">
			<ProgressBar
				label={t`Sending`}
				value={done}
				max={Math.max(1, counts.addresses)}
				detail={t`${done} of ${counts.addresses}`}
			/>
			<p className="text-compact text-muted">
				<Trans>You can leave this page. Sending goes on.</Trans>
			</p>
		</div>
	);
}

/** Actions in its state. */
function Actions({ place, base, message }: DetailProps) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const attempt = useAttempt();
	const actions = useMessageActions(place);
	const [pending, setPending] = useState<'cancel' | 'remove' | null>(null);
	const { state } = message;
	const canEdit = state === 'scheduled' && message.ruleId === null;
	const canCancel = ['scheduled', 'in_review', 'sending'].includes(state);
	// One that a rule made would be made again.
	const canRemove =
		message.ruleId === null &&
		(state === 'refused' || (state === 'cancelled' && message.counts.addresses === 0));
	async function cancel() {
		await attempt(actions.cancel.mutateAsync(message.id), t`Message cancelled`);
		setPending(null);
	}
	async function remove() {
		if (await attempt(actions.remove.mutateAsync(message.id), t`Message deleted`)) void navigate(base);
		else setPending(null);
	}
	return (
		<div className="flex flex-wrap gap-2">
			{canEdit ? <ButtonLink to={`${base}/${message.id}?edit=1`}>{t`Edit`}</ButtonLink> : null}
			<ButtonLink to={`${base}/new?from=${message.id}`} variant="outline">
				{state === 'scheduled' || state === 'in_review' ? t`Copy` : t`Write again`}
			</ButtonLink>
			{canCancel ? (
				<Button variant="outline" tone="destructive" onClick={() => setPending('cancel')}>
					{state === 'sending' ? t`Stop sending` : t`Cancel message`}
				</Button>
			) : null}
			{canRemove ? (
				<Button variant="outline" tone="destructive" onClick={() => setPending('remove')}>
					{t`Delete`}
				</Button>
			) : null}
			<ConfirmDialog
				isOpen={pending === 'cancel'}
				onClose={() => setPending(null)}
				title={state === 'sending' ? t`Stop sending this message?` : t`Cancel this message?`}
				description={
					state === 'sending'
						? t`Emails that are on their way still arrive. The others are not sent.`
						: t`It is not sent. You can write it again from here.`
				}
				confirmLabel={state === 'sending' ? t`Stop sending` : t`Cancel message`}
				cancelLabel={t`Keep it`}
				isPending={actions.cancel.isPending}
				onConfirm={() => void cancel()}
			/>
			<ConfirmDialog
				isOpen={pending === 'remove'}
				onClose={() => setPending(null)}
				title={t`Delete this message?`}
				confirmLabel={t`Delete`}
				isPending={actions.remove.isPending}
				onConfirm={() => void remove()}
			/>
		</div>
	);
}

/** Addresses that it left out. */
const skippedOf = ({ counts }: GuestMessage): number =>
	Object.values(counts.skipped).reduce((sum, one) => sum + one, 0);

/** Delivery figures of its emails. */
function Counts({ message }: { message: GuestMessage }) {
	const { t } = useLingui();
	const { counts } = message;
	const tiles: [string, number][] = [
		[t`Addresses`, counts.addresses],
		[t`Sent`, counts.sent],
		[t`Waiting`, counts.waiting],
		[t`Bounced`, counts.bounced],
		[t`Unsubscribed`, counts.unsubscribed],
		[t`Skipped`, skippedOf(message)],
		...(counts.failed > 0 ? [[t`Failed`, counts.failed] as [string, number]] : []),
		...(counts.complained > 0 ? [[t`Reported as spam`, counts.complained] as [string, number]] : []),
	];
	return (
		<section
			aria-label={t`Delivery of the emails`}
			className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6"
		>
			{tiles.map(([label, value]) => (
				<Tile key={label} label={label} value={value} />
			))}
		</section>
	);
}

function Tile({ label, value }: { label: string; value: number }) {
	const formats = useFormats();
	return <StatTile label={label} value={formats.number(value)} />;
}
