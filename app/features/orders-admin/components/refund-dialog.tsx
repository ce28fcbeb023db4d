import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats } from '#app/lib/format.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { addressesOf, useMailNote } from '#app/shell/mail-note.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { Money } from '#app/ui/money.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { RefundTarget } from '#shared/rules/payment-states.ts';
import type { useOrderActions } from '../api.ts';
import {
	type RefundChoice,
	type RefundProblem,
	refundAmount,
	refundableGiftMinor,
	refundableTickets,
	refundBody,
	refundParts,
	ticketMinor,
} from '../refund-choice.ts';
import { RefundSum } from './refund-ways.tsx';

/** Refunds an order: all that is left, tickets or an amount, and says what will stand afterwards. */
export function RefundDialog(props: {
	order: OrderDetail;
	/** The ticket that is chosen at first; without it, everything that is left. */
	ticket?: string | undefined;
	isSandbox: boolean;
	refund: ReturnType<typeof useOrderActions>['refund'];
	confirmed: Confirmed;
	/** Reads the order again after a refusal: somebody else has refunded meanwhile. */
	onStale: () => void;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { order, refund, onClose } = props;
	const money = (minor: number) => formats.money(minor, order.currency);
	const tickets = refundableTickets(order);
	const [choice, setChoice] = useState<RefundChoice>({
		kind: props.ticket ? 'tickets' : 'all',
		attendeeIds: props.ticket ? [props.ticket] : [],
		gift: false,
		amount: '',
		isCancelling: tickets.length > 0,
		reason: '',
		refundTo: 'original',
	});
	const [isSent, setSent] = useState(false);
	const sendingKey = useKeyOf();
	const change = (part: Partial<RefundChoice>) => setChoice((before) => ({ ...before, ...part }));
	const amount = refundAmount(order, choice);
	const problem = typeof amount === 'number' ? null : amount;
	const isOntoCard = choice.refundTo === 'gift_card';

	async function send(event: FormEvent) {
		event.preventDefault();
		setSent(true);
		if (typeof amount !== 'number' || refund.isPending) return;
		const body = refundBody(order, choice);
		try {
			// A large refund wants a fresh sign-in.
			const done = await props.confirmed(() => refund.mutateAsync({ body, key: sendingKey(body) }));
			if (!done) return;
		} catch (error) {
			if (error instanceof AppError && error.code === 'BUSINESS_RULE_VIOLATION') props.onStale();
			return;
		}
		const { byHandMinor, giftCardMinor } = refundParts(order, amount);
		toast({
			variant: 'success',
			description:
				isOntoCard && giftCardMinor < amount
					? t`${money(amount - giftCardMinor)} refunded to a new gift card`
					: byHandMinor === amount
						? t`Refund of ${money(amount)} is to be sent by you`
						: giftCardMinor === amount
							? t`${money(amount)} returned to the gift card`
							: t`Refund of ${money(amount)} started`,
		});
		onClose();
	}

	return (
		<FormDialog
			form="refund-form"
			onClose={onClose}
			title={t`Refund order ${order.code}`}
			isPending={refund.isPending}
			label={typeof amount === 'number' && amount > 0 ? t`Refund ${money(amount)}` : t`Refund`}
			tone="destructive"
			staysOpen
			onSubmit={send}
			error={refund.error}
		>
			<WhatToRefund
				order={order}
				isSandbox={props.isSandbox}
				choice={choice}
				problem={isSent ? problem : null}
				onChange={change}
				onKind={(kind) => {
					setSent(false);
					change({ kind, isCancelling: (kind === 'all' || kind === 'tickets') && tickets.length > 0 });
				}}
			/>
			<TextField
				label={t`Reason`}
				name="reason"
				isOptional
				hint={t`The buyer sees it.`}
				value={choice.reason}
				onChange={(event) => change({ reason: event.target.value })}
				maxLength={500}
				autoComplete="off"
			/>
			<RefundTo
				{...{ order, isSandbox: props.isSandbox }}
				value={choice.refundTo ?? 'original'}
				onChange={(refundTo) => change({ refundTo })}
			/>
			<RefundSum
				isOntoCard={isOntoCard}
				order={order}
				isSandbox={props.isSandbox}
				amountMinor={typeof amount === 'number' ? amount : 0}
			/>
		</FormDialog>
	);
}

/** Whether the money goes back the way it was paid, or onto a new gift card. */
function RefundTo(props: {
	order: OrderDetail;
	isSandbox: boolean;
	value: RefundTarget;
	onChange: (value: RefundTarget) => void;
}) {
	const { t } = useLingui();
	const { order, value, onChange } = props;
	const mailNote = useMailNote({ isSandbox: props.isSandbox, addresses: [order.buyer.email] });
	if (!order.canRefundToGiftCard) return null;
	const isPaidByCard = order.payments.some(({ method }) => method === 'gift_card');
	return (
		<RadioGroup
			label={t`Refund to`}
			name="refund-to"
			value={value}
			onChange={(event) => onChange(event.target.value as RefundTarget)}
			options={[
				{ value: 'original', label: t`The original payment` },
				{
					value: 'gift_card',
					label: t`A new gift card`,
					description: [
						t`Agree on it with the buyer first: it can’t be paid out later.`,
						mailNote ?? t`We email it to ${order.buyer.email} right away.`,
						...(isPaidByCard ? [t`What a gift card paid goes back to that card.`] : []),
					].join(' '),
				},
			]}
		/>
	);
}

/** All that is left, tickets, the donation or an amount, and whether tickets are cancelled with it. */
function WhatToRefund(props: {
	order: OrderDetail;
	isSandbox: boolean;
	choice: RefundChoice;
	problem: RefundProblem | null;
	onChange: (part: Partial<RefundChoice>) => void;
	onKind: (kind: RefundChoice['kind']) => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { order, choice, problem, onChange: change, onKind } = props;
	const money = (minor: number) => formats.money(minor, order.currency);
	const tickets = refundableTickets(order);
	const giftMinor = refundableGiftMinor(order);
	const mailNote = useMailNote({ isSandbox: props.isSandbox, addresses: addressesOf(order) });
	const problemTexts: Record<RefundProblem, string> = {
		'no-ticket': t`Choose at least one ticket.`,
		'no-amount': t`Enter an amount.`,
		'not-money': t`Enter an amount, like 12.50.`,
		'more-than-paid': t`At most ${money(order.refundableMinor)} can be refunded.`,
	};
	const problemText = problem ? problemTexts[problem] : '';
	return (
		<>
			<RadioGroup
				label={t`What to refund`}
				name="refund-kind"
				value={choice.kind}
				onChange={(event) => onKind(event.target.value as RefundChoice['kind'])}
				options={[
					{ value: 'all', label: t`Everything left: ${money(order.refundableMinor)}` },
					...(tickets.length > 0 ? [{ value: 'tickets', label: t`Tickets` }] : []),
					...(giftMinor > 0 ? [{ value: 'gift', label: t`The donation: ${money(giftMinor)}` }] : []),
					{ value: 'amount', label: t`An amount` },
				]}
			/>
			{choice.kind === 'tickets' ? (
				<TicketsToRefund order={order} choice={choice} onChange={change} problem={problemText} />
			) : null}
			{choice.kind === 'tickets' && giftMinor > 0 ? (
				<Checkbox
					label={t`Refund the donation too: ${money(giftMinor)}`}
					checked={choice.gift}
					onChange={(event) => change({ gift: event.target.checked })}
				/>
			) : null}
			{choice.kind === 'amount' ? (
				<TextField
					label={t`Amount`}
					name="amount"
					prefix={order.currency}
					inputMode="decimal"
					value={choice.amount}
					onChange={(event) => change({ amount: event.target.value })}
					hint={t`Up to ${money(order.refundableMinor)}`}
					error={problemText || undefined}
					autoComplete="off"
					required
				/>
			) : null}
			{tickets.length > 0 && choice.kind !== 'gift' ? (
				<Checkbox
					label={choice.kind === 'tickets' ? t`Cancel these tickets` : t`Cancel all tickets of the order`}
					hint={
						mailNote
							? `${t`Frees the spots and invalidates the QR codes.`} ${mailNote}`
							: t`Frees the spots, invalidates the QR codes and emails the guests.`
					}
					checked={choice.isCancelling}
					onChange={(event) => change({ isCancelling: event.target.checked })}
				/>
			) : null}
		</>
	);
}

/** The tickets of an order to choose from, each with its code: guests of a buyer often have one name. */
export function TicketsToRefund(props: {
	order: OrderDetail;
	choice: RefundChoice;
	onChange: (part: Partial<RefundChoice>) => void;
	problem: string;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { order, choice, onChange, problem } = props;
	return (
		<fieldset className="flex flex-col gap-1" aria-describedby="refund-tickets-problem">
			<legend className="sr-only">
				<Trans>Tickets to refund</Trans>
			</legend>
			{refundableTickets(order).map((ticket, index) => (
				<Checkbox
					key={ticket.id}
					className="py-1.5"
					label={
						<>
							<bdi>{ticket.name || t`Guest`}</bdi> · <bdi>{ticket.ticketTypeName}</bdi> ·{' '}
							<Money>{formats.money(ticketMinor(order, ticket.id), order.currency)}</Money>
							<span className="block text-compact text-muted">
								{ticket.ticketCode ? (
									<code className="[overflow-wrap:anywhere]">{ticket.ticketCode}</code>
								) : (
									t`Ticket ${String(index + 1)}`
								)}
							</span>
						</>
					}
					checked={choice.attendeeIds.includes(ticket.id)}
					onChange={(event) =>
						onChange({
							attendeeIds: event.target.checked
								? [...choice.attendeeIds, ticket.id]
								: choice.attendeeIds.filter((id) => id !== ticket.id),
						})
					}
				/>
			))}
			<p id="refund-tickets-problem" role="alert" className="text-sm text-danger">
				{problem}
			</p>
		</fieldset>
	);
}
