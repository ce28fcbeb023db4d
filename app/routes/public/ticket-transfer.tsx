import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { EventWhen } from '#app/features/events/components/event-when.tsx';
import { Problem, useOrderAction } from '#app/features/orders/components/order-dialogs.tsx';
import { TicketEventFacts } from '#app/features/orders/components/ticket-event-facts.tsx';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { linkPageHeaders } from '#app/lib/public-page.ts';
import { linkLoader } from '#app/lib/server-api.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { nameInputProps } from '#app/ui/person-inputs.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import {
	acceptTransfer,
	declineTransfer,
	getTransfer,
	type Transfer,
} from '#shared/contracts/ticket-transfers.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Route } from './+types/ticket-transfer';

const ConfirmDialog = lazyDialog(() =>
	import('#app/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

export const loader = linkLoader(getTransfer, 'transferToken');

export const headers = linkPageHeaders;

/** /transfer/:transferToken: a ticket that is offered to the reader, who accepts or declines it. */
export default function TicketTransferPage({ loaderData, params }: Route.ComponentProps) {
	const { t } = useLingui();
	const { transferToken } = params;
	const [transfer, setTransfer] = useState(loaderData);
	const { event, fromName, state } = transfer;
	const heading = useRef<HTMLHeadingElement>(null);
	const isEnded = state !== 'offered' && transfer !== loaderData;
	useEffect(() => {
		// What was pressed is gone.
		if (isEnded) heading.current?.focus();
	}, [isEnded]);
	return (
		<div
			className="event-theme flex-1 bg-linear-to-b from-event-wash to-paper to-[32rem]"
			style={{ '--event-hue': event.themeHue }}
		>
			<div className="page-width flex flex-col gap-5 py-4 md:gap-8 md:py-10">
				<PageTitle title={t`A ticket for you: ${event.title}`} />
				<meta name="robots" content="noindex" />
				<SandboxNote of={event} />
				<h1 ref={heading} tabIndex={-1} className="title-page [overflow-wrap:anywhere]">
					{state === 'offered' ? (
						<Trans>
							<bdi>{fromName}</bdi> has a ticket for you
						</Trans>
					) : (
						<Trans>A ticket for you</Trans>
					)}
				</h1>
				<div className="grid items-start gap-6 lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-14">
					<TicketEventFacts event={event} when={<EventWhen event={event} />} />
					<div className="flex min-w-0 max-w-120 flex-col gap-5">
						{state === 'offered' ? (
							<Offer transfer={transfer} transferToken={transferToken} onChange={setTransfer} />
						) : (
							<Outcome transfer={transfer} />
						)}
					</div>
				</div>
			</div>
		</div>
	);
}

/** What accepting means, and the two answers. */
function Offer(props: { transfer: Transfer; transferToken: string; onChange: (transfer: Transfer) => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const navigate = useNavigate();
	const { transfer, transferToken, onChange } = props;
	const { event, fromName, ticketTypeName } = transfer;
	const [isDeclining, setDeclining] = useState(false);
	const [isMissing, setMissing] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const accepting = useOrderAction(() => {});
	const declining = useOrderAction(() => setDeclining(false));
	const link = { params: { transferToken }, hasBearer: false };
	const until = formats.dateTime(transfer.expiresAt, event.timeZone);
	/** An offer that has ended meanwhile says how it ended. */
	const answer = (call: () => Promise<Transfer>) => async () => {
		try {
			const next = await call();
			if (next.ticketToken === null) return onChange(next);
			toast({ variant: 'success', description: t`The ticket is yours` });
			await navigate(`/ticket/${next.ticketToken}`);
		} catch (error) {
			if (error instanceof AppError && error.code === 'BUSINESS_RULE_VIOLATION')
				onChange(await publicApi.call(getTransfer, link));
			throw error;
		}
	};
	function accept(submit: SubmitEvent<HTMLFormElement>) {
		submit.preventDefault();
		const name = input.current?.value.trim() ?? '';
		setMissing(name === '');
		if (name === '') return input.current?.focus();
		void accepting.act(answer(() => publicApi.call(acceptTransfer, { ...link, body: { name } })));
	}
	return (
		<>
			<p className="[overflow-wrap:anywhere]">
				<Trans>
					It’s a <bdi className="font-medium">{ticketTypeName}</bdi> ticket. Accept it by {until}.
				</Trans>
			</p>
			<p className="text-muted">
				<Trans>
					The ticket then gets a new code that only you have. The code of <bdi>{fromName}</bdi> stops working.
				</Trans>
			</p>
			<form noValidate onSubmit={accept} className="needs-script flex flex-col gap-4">
				<TextField
					ref={input}
					label={t`Name on the ticket`}
					{...nameInputProps}
					defaultValue={transfer.toName}
					error={isMissing ? t`Please enter a name.` : undefined}
				/>
				<Problem>{accepting.error}</Problem>
				<div className="flex flex-wrap gap-3">
					<Button type="submit" size="lg" isLoading={accepting.isPending}>
						{t`Accept ticket`}
					</Button>
					<Button variant="outline" size="lg" onClick={() => setDeclining(true)}>
						{t`No, thanks`}
					</Button>
				</div>
			</form>
			<noscript>
				<p className="text-sm">
					<Trans>To accept or decline the ticket, turn on JavaScript.</Trans>
				</p>
			</noscript>
			{isDeclining ? (
				<ConfirmDialog
					isOpen
					onClose={() => setDeclining(false)}
					title={t`Decline the ticket?`}
					description={t`It stays with ${fromName}, who gets an email. They can offer it to you again.`}
					confirmLabel={t`Decline ticket`}
					cancelLabel={t`Go back`}
					isPending={declining.isPending}
					onConfirm={() => void declining.act(answer(() => publicApi.call(declineTransfer, link)))}
				>
					{declining.error ? <Problem>{declining.error}</Problem> : undefined}
				</ConfirmDialog>
			) : null}
		</>
	);
}

/** How an offer ended, and what to do now. */
function Outcome({ transfer }: { transfer: Transfer }) {
	const { t } = useLingui();
	const { state, ticketToken, event } = transfer;
	const fromName = <bdi>{transfer.fromName}</bdi>;
	const eventLink = (
		<ButtonLink to={`/events/${event.slug}`} variant="outline" size="sm">
			{t`View event`}
		</ButtonLink>
	);
	const outcomes: Record<
		Exclude<Transfer['state'], 'offered'>,
		[title: string, text: ReactNode, ReactNode]
	> = {
		accepted: ticketToken
			? [
					t`You accepted this ticket`,
					<Trans key="text">It’s yours. Show its code at the door.</Trans>,
					<ButtonLink key="link" to={`/ticket/${ticketToken}`} size="sm">
						{t`Open ticket`}
					</ButtonLink>,
				]
			: [
					t`This ticket has been transferred`,
					<Trans key="text">The ticket now belongs to the person who accepted it.</Trans>,
					eventLink,
				],
		declined: [
			t`You declined this ticket`,
			<Trans key="text">Changed your mind? Ask {fromName} to offer it again.</Trans>,
			eventLink,
		],
		withdrawn: [
			t`This offer was cancelled`,
			<Trans key="text">The ticket stays with {fromName}. Ask them if you expected it.</Trans>,
			eventLink,
		],
		lapsed: [
			t`This offer has expired`,
			<Trans key="text">The ticket stays with {fromName}. Ask them to offer it again.</Trans>,
			eventLink,
		],
	};
	if (state === 'offered') return null;
	const [title, text, action] = outcomes[state];
	return (
		<Callout tone={state === 'accepted' ? 'success' : 'info'} title={title} action={action}>
			{text}
		</Callout>
	);
}
