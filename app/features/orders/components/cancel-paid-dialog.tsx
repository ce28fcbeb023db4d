import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { cancelManagedOrder } from '#shared/contracts/managed-orders.ts';
import {
	type Cancellation,
	createRefundRequest,
	getCancellation,
} from '#shared/contracts/refund-requests.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { RefundTarget } from '#shared/rules/payment-states.ts';
import { CARD_REFUND_DAYS } from '#shared/rules/periods.ts';
import { giftLeftMinor } from '#shared/rules/ticket-prices.ts';
import type { ManagedOrderActions } from '../use-managed-order.ts';
import { Problem, useOrderAction } from './order-dialogs.tsx';
import { goesBackItself, RefundToChoice } from './refund-to-choice.tsx';
import type { Ticket } from './ticket-card.tsx';

/** More are cancelled one by one, or all at once. */
const mostChoices = 50;

/** Cancelling what was paid for: which tickets, what the refund policy gives back, and where the organiser decides a request to them. */
export default function CancelPaidDialog(props: {
	/** Chosen at first; null: all of them. */
	ticket: Ticket | null;
	/** Those that the buyer holds. */
	tickets: Ticket[];
	actions: ManagedOrderActions;
	manageToken: string;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { ticket, tickets: live, actions, manageToken, onClose } = props;
	const { order } = actions;
	const [chosen, setChosen] = useState<readonly string[]>(ticket ? [ticket.id] : live.map(({ id }) => id));
	const { offer, loadError, reload } = useOffer(manageToken, chosen, live.length);
	const [reason, setReason] = useState('');
	const [refundTo, setRefundTo] = useState<RefundTarget>('original');
	const { isPending, error, act } = useOrderAction(onClose);
	const keyOf = useKeyOf();
	const isRequest = offer?.way === 'request';
	const isRequested = isRequest && order.refundRequest?.state === 'open';
	const amount = formats.money(offer?.refundMinor ?? 0, order.currency);
	const hasChoice = offer?.way === 'refund' && offer.refundMinor > 0 && offer.canRefundToGiftCard;
	const attendeeIds = [...chosen];
	function send() {
		if (!offer || chosen.length === 0) return;
		const call = { params: { manageToken }, hasBearer: false };
		const cancelling = {
			...{ attendeeIds, refundMinor: offer.refundMinor },
			...(hasChoice && { refundTo }),
		};
		const request = { attendeeIds, reason: reason.trim() };
		void act(
			() =>
				(isRequest
					? publicApi.call(createRefundRequest, { ...call, body: request, idempotencyKey: keyOf(request) })
					: publicApi.call(cancelManagedOrder, {
							...call,
							body: cancelling,
							idempotencyKey: keyOf(cancelling),
						})
				).then(actions.show, (failed) => {
					// Somebody else has cancelled or refunded meanwhile, or a deadline has passed.
					if (failed instanceof AppError && failed.code === 'BUSINESS_RULE_VIOLATION') reload();
					throw failed;
				}),
			isRequest ? t`Request sent` : t`Tickets cancelled`,
		);
	}
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!isPending}
			title={live.length === 1 ? t`Cancel your ticket?` : t`Cancel tickets?`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} data-autofocus isDisabled={isPending}>
						<Trans>Keep tickets</Trans>
					</Button>
					{isRequested ? null : (
						<Button
							tone={isRequest ? 'neutral' : 'destructive'}
							isLoading={isPending}
							isDisabled={!offer || chosen.length === 0}
							onClick={send}
						>
							{isRequest
								? t`Send request`
								: offer && offer.refundMinor > 0
									? hasChoice && refundTo === 'gift_card'
										? t`Cancel and get a gift card`
										: t`Cancel and get ${amount} back`
									: t`Cancel tickets`}
						</Button>
					)}
				</>
			}
		>
			<div className="flex flex-col gap-5">
				<TicketChoices tickets={live} chosen={chosen} onChange={setChosen} />
				<div role="status" className="flex flex-col gap-3">
					{chosen.length === 0 ? (
						<p className="text-sm text-muted">
							<Trans>Choose at least one ticket.</Trans>
						</p>
					) : isRequested ? (
						<Callout tone="info" title={t`You already asked for a refund`}>
							<Trans>
								{order.event.organiserName} hasn’t decided yet. To ask for other tickets, cancel that request
								first: you find it above your tickets.
							</Trans>
						</Callout>
					) : offer ? (
						<Outcome {...{ offer, order, hasChoice }} />
					) : loadError ? null : (
						<Spinner />
					)}
				</div>
				{hasChoice ? <RefundToChoice order={order} value={refundTo} onChange={setRefundTo} /> : null}
				{isRequest && !isRequested && chosen.length > 0 ? (
					<TextArea
						label={t`Message to ${order.event.organiserName}`}
						name="reason"
						isOptional
						value={reason}
						onChange={(event) => setReason(event.target.value)}
						maxLength={1_000}
					/>
				) : null}
				<Problem>{error ?? loadError}</Problem>
			</div>
		</Dialog>
	);
}

/** Which tickets are to be cancelled, where there is a choice. */
function TicketChoices(props: {
	tickets: Ticket[];
	chosen: readonly string[];
	onChange: (chosen: readonly string[]) => void;
}) {
	const { tickets, chosen, onChange } = props;
	if (tickets.length < 2 || tickets.length > mostChoices) return null;
	return (
		<fieldset className="flex flex-col gap-1">
			<legend className="text-sm font-medium">
				<Trans>Which tickets?</Trans>
			</legend>
			{tickets.map(({ id, name, ticketTypeName }) => (
				<Checkbox
					key={id}
					className="py-1.5"
					label={
						<>
							<bdi>{name}</bdi> · <bdi>{ticketTypeName}</bdi>
						</>
					}
					checked={chosen.includes(id)}
					onChange={(event) =>
						onChange(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
					}
				/>
			))}
		</fieldset>
	);
}

/** The server’s refund quote for the chosen tickets; null while it is not known. */
function useOffer(manageToken: string, chosen: readonly string[], all: number) {
	const errorText = useErrorText();
	const [offer, setOffer] = useState<Cancellation | null>(null);
	const [loadError, setLoadError] = useState<string | null>(null);
	const [round, setRound] = useState(0);
	const ids = chosen.length === all ? '' : chosen.join();
	const isEmpty = chosen.length === 0;
	useEffect(() => {
		let isStale = false;
		setOffer(null);
		setLoadError(null);
		if (isEmpty) return;
		const query = ids === '' ? {} : { attendees: ids };
		publicApi.call(getCancellation, { params: { manageToken }, query, hasBearer: false }).then(
			(found) => {
				if (!isStale) setOffer(found);
			},
			(failed) => {
				if (!isStale) setLoadError(errorText(failed));
			},
		);
		return () => {
			isStale = true;
		};
	}, [manageToken, ids, isEmpty, round]);
	return { offer, loadError, reload: () => setRound((before) => before + 1) };
}

/** What the press brings about: money by the policy, nothing, or a question to the organiser. */
function Outcome(props: {
	offer: Cancellation;
	order: ManagedOrderActions['order'];
	/** How it comes back is chosen below. */
	hasChoice: boolean;
}) {
	const { offer, order, hasChoice } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const { organiserName, timeZone } = order.event;
	const amount = formats.money(offer.refundMinor, offer.currency);
	const price = formats.money(offer.priceMinor, offer.currency);
	const fee = formats.money(offer.keptMinor, offer.currency);
	const giftMinor = giftLeftMinor(order.lines);
	const gift = formats.money(giftMinor, offer.currency);
	const until = offer.until ? formats.dateTime(offer.until, timeZone) : '';
	const reasons: Record<NonNullable<Cancellation['reason']>, string> = {
		'no-policy': t`${organiserName} hasn’t published a refund policy.`,
		'organiser-decides': t`The refund policy leaves this to ${organiserName}.`,
		'no-refunds': t`By the refund policy, nothing comes back.`,
		'too-late': t`The refund policy’s deadline has passed.`,
		disputed: t`Your bank is looking into this payment.`,
		'checked-in': t`One of these tickets was used at check-in.`,
	};
	return (
		<>
			{offer.way === 'refund' && offer.refundMinor === 0 ? (
				<Callout tone="warning" title={t`No money comes back`}>
					<Trans>The fee that the refund policy keeps is as much as what would come back.</Trans>
				</Callout>
			) : offer.way === 'refund' ? (
				<Callout tone="success" title={t`You get ${amount} back`}>
					{offer.keptMinor > 0 ? (
						<Trans>
							The refund policy gives back {offer.percent}% of {price} until {until}, less a fee of {fee}.
						</Trans>
					) : offer.refundMinor < offer.priceMinor ? (
						<Trans>
							The refund policy gives back {offer.percent}% of {price} until {until}.
						</Trans>
					) : (
						<Trans>The refund policy gives it back in full until {until}.</Trans>
					)}{' '}
					{hasChoice ? null : goesBackItself(order) ? (
						<Trans>It is refunded the way you paid, usually within {CARD_REFUND_DAYS} days.</Trans>
					) : (
						<Trans>{organiserName} sends it to you. We’ll ask for your bank account next.</Trans>
					)}
				</Callout>
			) : offer.way === 'cancel' ? (
				<Callout tone="warning" title={t`No money comes back`}>
					<Trans>These tickets cost nothing, or were refunded before.</Trans>
				</Callout>
			) : (
				<Callout tone="info" title={t`${organiserName} decides about a refund`}>
					{offer.reason ? reasons[offer.reason] : ''}{' '}
					<Trans>
						You can ask for up to {price}. Your tickets stay valid until {organiserName} has decided.
					</Trans>
				</Callout>
			)}
			{offer.way === 'request' ? null : (
				<p className="text-sm text-muted">
					{giftMinor > 0 ? (
						<>
							<Trans>
								Your donation of {gift} stays with {organiserName}.
							</Trans>{' '}
						</>
					) : null}
					<Trans>The spots are released. This can’t be undone.</Trans>
				</p>
			)}
			{offer.policy ? (
				<blockquote className="border-s-2 ps-3 text-sm whitespace-pre-line text-muted" dir="auto">
					{offer.policy}
				</blockquote>
			) : null}
		</>
	);
}
