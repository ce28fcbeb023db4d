import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { EventWhen } from '#app/features/events/components/event-when.tsx';
import { EmailField } from '#app/features/orders/components/email-field.tsx';
import { Problem, useOrderAction } from '#app/features/orders/components/order-dialogs.tsx';
import { GroupFrame } from '#app/features/orders/groups/group-frame.tsx';
import { readBuyer } from '#app/features/orders/remembered-buyer.ts';
import { useFormatLocale, useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { linkPageHeaders } from '#app/lib/public-page.ts';
import { linkLoader } from '#app/lib/server-api.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { nameInputProps } from '#app/ui/person-inputs.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { claimPlace, type GroupClaim, getClaim } from '#shared/contracts/groups.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { HOLD_MINUTES } from '#shared/rules/periods.ts';
import type { Route } from './+types/claim';

export const loader = linkLoader(getClaim, 'claimToken');

export const headers = linkPageHeaders;

/** /claim/:claimToken: a place of a group, for whoever the link was given to. */
export default function ClaimPage({ loaderData, params }: Route.ComponentProps) {
	const { t } = useLingui();
	const [claim, setClaim] = useState(loaderData);
	const { event, leaderName } = claim;
	return (
		<GroupFrame
			event={event}
			when={<EventWhen event={event} />}
			title={t`A spot for you: ${event.title}`}
			heading={
				claim.state === 'open' && claim.invited ? (
					<Trans>
						<bdi>{leaderName}</bdi> has a spot for you
					</Trans>
				) : claim.state === 'open' ? (
					<Trans>
						A spot for you at <bdi>{event.title}</bdi>
					</Trans>
				) : (
					<Trans>A spot for you</Trans>
				)
			}
			state={claim.state}
		>
			{claim.state === 'open' ? (
				<ClaimForm claim={claim} claimToken={params.claimToken} onChange={setClaim} />
			) : (
				<Outcome claim={claim} />
			)}
		</GroupFrame>
	);
}

/** What the place is and costs, and who takes it. */
function ClaimForm(props: { claim: GroupClaim; claimToken: string; onChange: (claim: GroupClaim) => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const locale = useFormatLocale();
	const navigate = useNavigate();
	const keyOf = useKeyOf();
	const { claim, claimToken, onChange } = props;
	const { event, price, invited } = claim;
	const { isPending, error, act } = useOrderAction(() => {});
	const mailNote = useMailNote(event);
	const name = useRef<HTMLInputElement>(null);
	const email = useRef<HTMLInputElement>(null);
	const [wrong, setWrong] = useState<'name' | 'email' | null>(null);
	useEffect(() => {
		// A link that is shared knows no name; this device may.
		const buyer = invited === null ? readBuyer() : null;
		if (buyer && name.current?.value === '') name.current.value = buyer.name;
		if (buyer && email.current?.value === '') email.current.value = buyer.email;
	}, [invited]);
	const link = { params: { claimToken }, hasBearer: false };
	const isPriced = price !== null && price.totalMinor > 0;
	async function take(guest: { name: string; email: string }) {
		const body = { ...guest, locale };
		try {
			const taken = await publicApi.call(claimPlace, { ...link, body, idempotencyKey: keyOf(body) });
			const { ticketToken, manageToken, isToPay } = taken;
			// A document of its own: only that page may load the script of the payment provider.
			if (isToPay) return window.location.assign(`/checkout/${manageToken}`);
			toast({ variant: 'success', description: t`The spot is yours` });
			await navigate(ticketToken ? `/ticket/${ticketToken}` : `/my-ticket/${manageToken}?new`);
		} catch (failed) {
			const field = failed instanceof AppError ? failed.details[0]?.field : undefined;
			if (field === 'name' || field === 'email') {
				setWrong(field);
				return (field === 'name' ? name : email).current?.focus();
			}
			// The last place may be gone, or the group has ended.
			if (failed instanceof AppError && failed.code === 'BUSINESS_RULE_VIOLATION')
				onChange(await publicApi.call(getClaim, link));
			throw failed;
		}
	}
	function submit(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		const guest = { name: name.current?.value.trim() ?? '', email: email.current?.value.trim() ?? '' };
		const isEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(guest.email);
		setWrong(guest.name === '' ? 'name' : isEmail ? null : 'email');
		if (guest.name === '') return name.current?.focus();
		if (!isEmail) return email.current?.focus();
		void act(() => take(guest));
	}
	return (
		<>
			<div className="flex flex-col gap-2 [overflow-wrap:anywhere]">
				<p>
					<Trans>
						It’s a <bdi className="font-medium">{claim.ticketTypeName}</bdi> ticket in the group{' '}
						<bdi className="font-medium">{claim.groupName}</bdi>.
					</Trans>
				</p>
				<p className="text-muted">
					{claim.pays === 'leader' ? (
						<Trans>There’s nothing to pay. The ticket gets a code that only you have.</Trans>
					) : isPriced ? (
						<Trans>
							You pay {formats.money(price.totalMinor, price.currency)}, all fees included. You have{' '}
							{HOLD_MINUTES}
							minutes to pay.
						</Trans>
					) : (
						<Trans>There’s nothing to pay.</Trans>
					)}{' '}
					{claim.deadlineAt ? (
						<Trans>Claim it by {formats.dateTime(claim.deadlineAt, event.timeZone)}.</Trans>
					) : null}
				</p>
			</div>
			<form noValidate onSubmit={submit} className="needs-script flex max-w-120 flex-col gap-4">
				<TextField
					ref={name}
					label={t`Name`}
					{...nameInputProps}
					defaultValue={invited?.name}
					error={wrong === 'name' ? t`Please enter a name.` : undefined}
				/>
				<EmailField
					input={email}
					defaultValue={invited?.email}
					hint={mailNote ? undefined : t`Your ticket is sent here.`}
					error={wrong === 'email' ? t`Please enter a valid email address.` : undefined}
				/>
				{mailNote ? <p className="text-sm text-muted">{mailNote}</p> : null}
				<Problem>{error}</Problem>
				<div>
					<Button type="submit" size="lg" isLoading={isPending}>
						{isPriced ? t`Continue to payment` : t`Claim spot`}
					</Button>
				</div>
			</form>
			<noscript>
				<p className="text-sm">
					<Trans>To claim your spot, turn on JavaScript.</Trans>
				</p>
			</noscript>
		</>
	);
}

/** Why there is nothing to claim, and what to do now. */
function Outcome({ claim }: { claim: GroupClaim }) {
	const { t } = useLingui();
	const { state, event, ticketToken, manageToken, isToPay } = claim;
	const leaderName = <bdi>{claim.leaderName}</bdi>;
	const eventLink = (
		<ButtonLink to={`/events/${event.slug}`} variant="outline" size="sm">
			{t`View event`}
		</ButtonLink>
	);
	const own = ticketToken
		? { to: `/ticket/${ticketToken}`, label: t`Open ticket` }
		: manageToken && isToPay
			? { to: `/checkout/${manageToken}`, label: t`Continue to payment` }
			: manageToken && { to: `/my-ticket/${manageToken}`, label: t`Open ticket` };
	const outcomes: Record<Exclude<GroupClaim['state'], 'open'>, [title: string, ReactNode]> = {
		claimed: [
			t`You claimed this spot`,
			own ? (
				<Trans>It’s yours. Show its code at the door.</Trans>
			) : (
				<Trans>The ticket was transferred or released since. Questions? Ask {leaderName}.</Trans>
			),
		],
		full: [
			t`All spots are taken`,
			<Trans key="full">A spot may become available again. Ask {leaderName}.</Trans>,
		],
		closed: [
			t`This group is closed`,
			<Trans key="closed">Its spots can no longer be claimed. Questions? Ask {leaderName}.</Trans>,
		],
	};
	if (state === 'open') return null;
	const [title, text] = outcomes[state];
	return (
		<Callout
			tone={state === 'claimed' && own ? 'success' : 'info'}
			title={title}
			action={
				own && state === 'claimed' ? (
					<ButtonLink to={own.to} size="sm" reloadDocument={isToPay}>
						{own.label}
					</ButtonLink>
				) : (
					eventLink
				)
			}
		>
			{isToPay ? <Trans>It isn’t paid yet.</Trans> : text}
		</Callout>
	);
}
