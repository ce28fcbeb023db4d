import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import type { WaitlistEntry } from '#shared/contracts/waitlist.ts';
import { Problem, useOrderAction } from '../components/order-dialogs.tsx';
import type { WaitlistActions } from './use-waitlist-entry.ts';

const LeaveDialog = lazyDialog(() => import('./leave-dialog.tsx').then((module) => module.LeaveDialog));

/** The position in line, what is waited for, and the way out. */
export function EntryWaiting({ actions }: { actions: WaitlistActions }) {
	const { t } = useLingui();
	const { party, takesFewer, ticketTypes, email } = actions.entry;
	const formats = useFormats();
	const count = t`${plural(party, { one: '# ticket', other: '# tickets' })}`;
	const [isLeaving, setLeaving] = useState(false);
	return (
		<>
			<p>
				<Trans>
					When tickets become available for you, we hold them and email you. Nothing to do until then.
				</Trans>
			</p>
			<DescriptionList
				facts={[
					[t`Tickets`, takesFewer ? t`${count}, or fewer` : count],
					[t`Any of`, formats.list(ticketTypes.map(({ name }) => name))],
					[t`Email`, email],
				]}
			/>
			<Button variant="outline" className="needs-script self-start" onClick={() => setLeaving(true)}>
				{t`Leave the waitlist`}
			</Button>
			<noscript>
				<p className="text-sm text-muted">
					<Trans>To leave the waitlist, turn on JavaScript. Reload the page to see your position now.</Trans>
				</p>
			</noscript>
			{isLeaving ? <LeaveDialog actions={actions} onClose={() => setLeaving(false)} /> : null}
		</>
	);
}

/** How it ended, and what to do now. */
export function EntryOutcome({ actions }: { actions: WaitlistActions }) {
	const { t } = useLingui();
	const { entry } = actions;
	const { event, state, manageToken } = entry;
	const { isPending, error, act } = useOrderAction(() => {});
	const isOver = event.isOver || event.status === 'cancelled';
	const next = isOver ? (
		<ButtonLink to="/events" variant="outline" size="sm">
			{t`See other events`}
		</ButtonLink>
	) : (
		<ButtonLink to={`/events/${event.slug}`} variant="outline" size="sm">
			{t`View event`}
		</ButtonLink>
	);
	const outcomes: Record<
		Exclude<WaitlistEntry['state'], 'waiting' | 'offered'>,
		[title: string, text: ReactNode, action: ReactNode]
	> = {
		bought: [
			t`You took these tickets`,
			<Trans key="text">Your order shows them, and whether anything is still to be paid.</Trans>,
			manageToken ? (
				<ButtonLink key="link" to={`/my-ticket/${manageToken}`} size="sm">
					{t`Open order`}
				</ButtonLink>
			) : (
				next
			),
		],
		lapsed: entry.canKeep
			? [
					t`Your offer has expired`,
					<Trans key="text">
						The tickets went to the next in line. Still interested? You can go back to the end of the list.
					</Trans>,
					<Button
						key="keep"
						size="sm"
						className="needs-script"
						isLoading={isPending}
						onClick={() => void act(actions.keep)}
					>
						{t`Keep me on the list`}
					</Button>,
				]
			: [
					t`Your offer has expired`,
					<Trans key="text">You’re no longer on the waitlist. The event page shows what is left.</Trans>,
					next,
				],
		left: [
			t`You left the waitlist`,
			<Trans key="text">Changed your mind? You can join again on the event page.</Trans>,
			next,
		],
		removed: [
			t`You’re no longer on the waitlist`,
			<Trans key="text">
				{event.organiserName} removed you from it. Ask them if you think it’s a mistake.
			</Trans>,
			next,
		],
		closed: [
			t`The waitlist has closed`,
			isOver ? (
				<Trans key="text">This event is over or was cancelled.</Trans>
			) : (
				<Trans key="text">The event page shows what is left.</Trans>
			),
			next,
		],
	};
	if (state === 'waiting' || state === 'offered') return null;
	const [title, text, action] = outcomes[state];
	return (
		<>
			<Callout tone={state === 'bought' ? 'success' : 'info'} title={title} action={action}>
				{text}
			</Callout>
			<Problem>{error}</Problem>
		</>
	);
}
