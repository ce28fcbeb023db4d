import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats } from '#app/lib/format.ts';
import { isEmail } from '#app/lib/is-email.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { GiftCardDetail } from '#shared/contracts/organiser-gift-cards.ts';
import { type GiftCardActions, useGiftCardActions } from '../api.ts';

interface DialogProps {
	card: GiftCardDetail;
	isSandbox: boolean;
	actions: GiftCardActions;
	onClose: () => void;
}

/** A member’s actions for a gift card in its state. */
export function CardActions(props: {
	organisation: string;
	isSandbox: boolean;
	card: GiftCardDetail;
	canManage: boolean;
	canRefund: boolean;
	confirmed: Confirmed;
}) {
	const { t } = useLingui();
	const { card, canManage } = props;
	const attempt = useAttempt();
	const actions = useGiftCardActions(props.organisation, card.id, props.confirmed);
	const [asking, setAsking] = useState<'renew' | 'send' | 'refund' | null>(null);
	const shared = { card, actions, isSandbox: props.isSandbox, onClose: () => setAsking(null) };
	const isActive = card.state === 'active';
	const canRefund = props.canRefund && card.refundableMinor > 0;
	return (
		<div className="flex flex-wrap gap-2">
			{canManage && isActive ? (
				<Button variant="outline" aria-haspopup="dialog" onClick={() => setAsking('send')}>
					{card.sentAt ? t`Send again` : t`Send now`}
				</Button>
			) : null}
			{canManage && isActive ? (
				<Button
					variant="outline"
					aria-haspopup="dialog"
					disabledReason={
						card.recipientEmail || card.buyerEmail
							? undefined
							: t`Send the gift card to an email address first. The new code is sent there.`
					}
					onClick={() => setAsking('renew')}
				>
					{t`New code`}
				</Button>
			) : null}
			{canManage && isActive ? (
				<Button
					variant="outline"
					isLoading={actions.block.isPending}
					onClick={() => void attempt(actions.block.mutateAsync(undefined), t`Gift card blocked`)}
				>
					{t`Block`}
				</Button>
			) : null}
			{canManage && card.state === 'blocked' && card.blockedBy !== 'dispute' ? (
				<Button
					variant="outline"
					isLoading={actions.unblock.isPending}
					onClick={() => void attempt(actions.unblock.mutateAsync(undefined), t`Gift card unblocked`)}
				>
					{t`Unblock`}
				</Button>
			) : null}
			{canRefund ? (
				<Button
					variant="outline"
					tone="destructive"
					aria-haspopup="dialog"
					onClick={() => setAsking('refund')}
				>
					{t`Refund`}
				</Button>
			) : null}
			{asking === 'renew' ? <RenewDialog {...shared} /> : null}
			{asking === 'send' ? <SendDialog {...shared} /> : null}
			{asking === 'refund' ? <RefundDialog {...shared} /> : null}
		</div>
	);
}

function RenewDialog({ card, actions, isSandbox, onClose }: DialogProps) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const address = card.recipientEmail || card.buyerEmail;
	const mailNote = useMailNote({ isSandbox, addresses: [address] });
	return (
		<ConfirmDialog
			isOpen
			onClose={onClose}
			title={t`Replace the code?`}
			description={
				mailNote
					? `${t`The old code stops working at once. The balance stays.`} ${mailNote}`
					: t`The old code stops working at once. The balance stays, and the new code is emailed to ${address}.`
			}
			confirmLabel={t`Replace code`}
			isPending={actions.renew.isPending}
			onConfirm={() =>
				void attempt(actions.renew.mutateAsync(undefined), t`Code replaced`).then((isDone) => {
					if (isDone) onClose();
				})
			}
		/>
	);
}

function SendDialog({ card, actions, isSandbox, onClose }: DialogProps) {
	const { t } = useLingui();
	const [email, setEmail] = useState(card.recipientEmail || card.buyerEmail);
	const [isSubmitted, setSubmitted] = useState(false);
	const mailNote = useMailNote({ isSandbox });
	const { send } = actions;
	const address = email.trim();
	const isAddress = isEmail(address);
	const submit = async () => {
		setSubmitted(true);
		if (!isAddress || send.isPending) return;
		try {
			await send.mutateAsync(address === (card.recipientEmail || card.buyerEmail) ? '' : address);
		} catch {
			// Shown above the field.
			return;
		}
		toast({ variant: 'success', description: t`Gift card sent to ${address}` });
		onClose();
	};
	return (
		<FormDialog
			form="send-gift-card"
			isPending={send.isPending}
			error={send.error}
			staysOpen
			title={card.sentAt ? t`Send this gift card again` : t`Send this gift card now`}
			description={t`The email has the code, which stays the same.`}
			label={t`Send`}
			onSubmit={() => void submit()}
			onClose={onClose}
		>
			<TextField
				label={t`Email address`}
				name="email"
				type="email"
				dir="ltr"
				autoComplete="off"
				value={email}
				onChange={(event) => setEmail(event.target.value)}
				error={isSubmitted && !isAddress ? t`Enter an email address, like name@example.com.` : undefined}
				hint={mailNote ?? undefined}
				required
			/>
		</FormDialog>
	);
}

function RefundDialog({ card, actions, onClose }: DialogProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const keyOf = useKeyOf();
	const [reason, setReason] = useState('');
	const { refund } = actions;
	const amount = formats.money(card.refundableMinor, card.currency);
	const submit = async () => {
		if (refund.isPending) return;
		const body = { reason: reason.trim() };
		try {
			if (!(await refund.mutateAsync({ ...body, key: keyOf(body) }))) return;
		} catch {
			// Shown in the dialog; what can be refunded may be another amount by now.
			void actions.reload();
			return;
		}
		toast({ variant: 'success', description: t`Refund of ${amount} started` });
		onClose();
	};
	return (
		<FormDialog
			form="refund-gift-card"
			isPending={refund.isPending}
			error={refund.error}
			staysOpen
			title={t`Refund ${amount}?`}
			description={t`What is left goes back to the bank card it was paid with. The gift card can’t be used after that.`}
			label={t`Refund ${amount}`}
			tone="destructive"
			onSubmit={() => void submit()}
			onClose={onClose}
		>
			<TextField
				label={t`Reason`}
				name="reason"
				isOptional
				hint={t`For your records.`}
				maxLength={500}
				autoComplete="off"
				value={reason}
				onChange={(event) => setReason(event.target.value)}
			/>
		</FormDialog>
	);
}
