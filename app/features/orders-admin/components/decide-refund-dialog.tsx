import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats } from '#app/lib/format.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { RefundRequest } from '#shared/contracts/orders.ts';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import type { useOrderActions } from '../api.ts';
import { refundAmount } from '../refund-choice.ts';
import { BuyerMessage } from './buyer-message.tsx';
import { RefundWays } from './refund-ways.tsx';

/** Grants a request for a refund, in full or in part, or declines it with words for the buyer. */
export function DecideRefundDialog(props: {
	order: OrderDetail;
	isSandbox: boolean;
	request: RefundRequest;
	verb: 'approve' | 'decline';
	actions: Pick<ReturnType<typeof useOrderActions>, 'approveRequest' | 'declineRequest'>;
	confirmed: Confirmed;
	/** Reads the order again after a refusal: the request was withdrawn or decided meanwhile. */
	onStale: () => void;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { order, request, verb, actions, onClose } = props;
	const { approveRequest, declineRequest } = actions;
	const isApproval = verb === 'approve';
	const { isPending } = isApproval ? approveRequest : declineRequest;
	const money = (minor: number) => formats.money(minor, order.currency);
	const mostMinor = mostOf(order, request);
	const [typed, setTyped] = useState(moneyToText(mostMinor, order.currency));
	const [answer, setAnswer] = useState('');
	const [isSent, setSent] = useState(false);
	const keyOf = useKeyOf();
	const amountMinor = textToMoney(typed, order.currency);
	const wrongAmount =
		amountMinor === null || amountMinor === 0
			? t`Enter an amount, like 12.50.`
			: amountMinor > mostMinor
				? t`At most ${money(mostMinor)} can be refunded.`
				: undefined;
	const wrongAnswer = answer.trim() === '' ? t`Tell the buyer why.` : undefined;

	async function send(event: FormEvent) {
		event.preventDefault();
		setSent(true);
		if (isPending || (isApproval ? wrongAmount : wrongAnswer)) return;
		const words = { answer: answer.trim() };
		const granted = { amountMinor: amountMinor ?? 0, ...words };
		const call = { request: request.id, key: keyOf(isApproval ? granted : words) };
		try {
			// A large refund wants a fresh sign-in.
			const done = await props.confirmed(() =>
				isApproval
					? approveRequest.mutateAsync({ ...call, body: granted })
					: declineRequest.mutateAsync({ ...call, body: words }),
			);
			if (!done) return;
		} catch (error) {
			if (error instanceof AppError && error.code === 'BUSINESS_RULE_VIOLATION') props.onStale();
			return;
		}
		toast({
			variant: 'success',
			description: isApproval ? t`Refund of ${money(granted.amountMinor)} started` : t`Request declined`,
		});
		onClose();
	}

	const amount = money(amountMinor ?? 0);
	return (
		<FormDialog
			form="decide-form"
			onClose={onClose}
			title={isApproval ? t`Refund and cancel?` : t`Decline the refund?`}
			description={
				isApproval
					? t`Frees the spots and invalidates the QR codes of the tickets in this request.`
					: t`The tickets stay valid.`
			}
			isPending={isPending}
			label={!isApproval ? t`Decline request` : wrongAmount ? t`Refund` : t`Refund ${amount}`}
			tone={isApproval ? 'destructive' : 'neutral'}
			staysOpen
			onSubmit={send}
			error={isApproval ? approveRequest.error : declineRequest.error}
		>
			{isApproval ? (
				<AmountField
					order={order}
					mostMinor={mostMinor}
					value={typed}
					onChange={setTyped}
					error={isSent ? wrongAmount : undefined}
				/>
			) : null}
			<BuyerMessage
				email={order.buyer.email}
				isSandbox={props.isSandbox}
				isOptional={isApproval}
				maxLength={isApproval ? 500 : 1_000}
				value={answer}
				onChange={setAnswer}
				error={!isApproval && isSent ? wrongAnswer : undefined}
			/>
			{isApproval ? (
				<RefundWays
					order={order}
					isSandbox={props.isSandbox}
					amountMinor={wrongAmount ? 0 : (amountMinor ?? 0)}
				/>
			) : null}
		</FormDialog>
	);
}

/** How much goes back: all that was paid for the tickets, or less. */
function AmountField(props: {
	order: OrderDetail;
	mostMinor: number;
	value: string;
	onChange: (typed: string) => void;
	error: string | undefined;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { order, mostMinor, value, onChange, error } = props;
	return (
		<TextField
			label={t`Amount`}
			name="amount"
			prefix={order.currency}
			inputMode="decimal"
			value={value}
			onChange={(event) => onChange(event.target.value)}
			hint={t`Up to ${formats.money(mostMinor, order.currency)}`}
			error={error}
			autoComplete="off"
			required
		/>
	);
}

/** The refundable amount of those of the tickets that are still valid. */
function mostOf(order: OrderDetail, request: RefundRequest): number {
	const attendeeIds = order.attendees
		.filter(({ id, status }) => status === 'active' && request.attendeeIds.includes(id))
		.map(({ id }) => id);
	const choice = {
		kind: 'tickets',
		attendeeIds,
		gift: false,
		amount: '',
		isCancelling: true,
		reason: '',
	} as const;
	const minor = refundAmount(order, choice);
	return typeof minor === 'number' ? Math.min(minor, request.wantedMinor) : 0;
}
