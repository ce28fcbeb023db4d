import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Money } from '#app/ui/money.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Dispute } from '#shared/contracts/payouts.ts';
import { useDisputes, useMoneyActions, useSuggestedEvidence } from '../api.ts';
import { SendButtons } from './send-buttons.tsx';

const states = {
	inquiry: { label: msg`Inquiry`, tone: 'warning' },
	needs_response: { label: msg`Needs an answer`, tone: 'danger' },
	under_review: { label: msg`Under review`, tone: 'pending' },
	won: { label: msg`Won`, tone: 'success' },
	lost: { label: msg`Lost`, tone: 'danger' },
	closed: { label: msg`Closed`, tone: 'neutral' },
} as const satisfies Record<Dispute['state'], { label: unknown; tone: StatusTone }>;

const anyReason = msg`Other`;
const reasons: Record<string, ReturnType<typeof msg>> = {
	fraudulent: msg`Not authorised by the cardholder`,
	product_not_received: msg`Nothing was received`,
	product_unacceptable: msg`Not as described`,
	duplicate: msg`Charged twice`,
	subscription_canceled: msg`Subscription was cancelled`,
	credit_not_processed: msg`Refund not received`,
	general: anyReason,
};

const isOpen = ({ state, sentAt }: Dispute) =>
	(state === 'inquiry' || state === 'needs_response') && sentAt === null;

type OpenDialog = { act: 'answer' | 'give-up'; dispute: Dispute } | null;

/** Charges that buyers' banks took back: until when they are answered, and how. */
export function DisputesCard(props: { organisation: string; timeZone: string; isEditable: boolean }) {
	const { organisation, timeZone, isEditable } = props;
	const { t } = useLingui();
	const disputes = useDisputes(organisation);
	const [dialog, setDialog] = useState<OpenDialog>(null);
	const rows = disputes.data ?? [];
	return (
		<Card
			title={<Trans>Disputes</Trans>}
			description={<Trans>The buyer’s bank holds a disputed payment until the dispute is decided.</Trans>}
			padding={rows.length > 0 ? 'none' : 'normal'}
		>
			{disputes.error ? <ErrorCallout error={disputes.error} /> : null}
			{rows.length === 0 && !disputes.isPending ? (
				<p className="text-sm text-muted">{t`No disputes.`}</p>
			) : null}
			<ul>
				{rows.map((dispute) => (
					<DisputeRow
						key={dispute.id}
						dispute={dispute}
						timeZone={timeZone}
						isEditable={isEditable}
						onAsk={(act) => setDialog({ act, dispute })}
					/>
				))}
			</ul>
			<ShowMore {...moreOf(disputes)} />
			{dialog?.act === 'answer' ? (
				<AnswerDialog organisation={organisation} dispute={dialog.dispute} onClose={() => setDialog(null)} />
			) : null}
			{dialog?.act === 'give-up' ? (
				<GiveUpDialog organisation={organisation} dispute={dialog.dispute} onClose={() => setDialog(null)} />
			) : null}
		</Card>
	);
}

function DisputeRow(props: {
	dispute: Dispute;
	timeZone: string;
	isEditable: boolean;
	onAsk: (act: 'answer' | 'give-up') => void;
}) {
	const { dispute, timeZone, isEditable, onAsk } = props;
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { label, tone } = states[dispute.state];
	const reason = reasons[dispute.reason] ?? reasons.general;
	const due = dispute.evidenceDueAt ? formats.dateTime(dispute.evidenceDueAt, timeZone) : '';
	return (
		<li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t px-5 py-4 text-sm">
			<div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
				<p className="flex flex-wrap items-center gap-2">
					<Money className="font-medium">{formats.money(dispute.amountMinor, dispute.currency)}</Money>
					<StatusBadge tone={tone}>{i18n._(label)}</StatusBadge>
				</p>
				<p className="text-muted">{i18n._(reason ?? anyReason)}</p>
				{isOpen(dispute) && due ? (
					<p className="font-medium">
						<Trans>Answer until {due}</Trans>
					</p>
				) : null}
				{dispute.eventId ? (
					<Link to={`/events/${dispute.eventId}/orders/${dispute.orderId}`} className="link">
						<Trans>View order</Trans>
					</Link>
				) : (
					<span className="text-muted">
						{dispute.isOfGiftCards ? <Trans>Gift cards</Trans> : <Trans>Test charge</Trans>}
					</span>
				)}
			</div>
			{isEditable && isOpen(dispute) ? (
				<div className="flex flex-wrap gap-2">
					<Button variant="outline" onClick={() => onAsk('answer')}>{t`Answer`}</Button>
					<Button
						variant="ghost"
						tone="destructive"
						onClick={() => onAsk('give-up')}
					>{t`Accept dispute`}</Button>
				</div>
			) : null}
		</li>
	);
}

function AnswerDialog(props: { organisation: string; dispute: Dispute; onClose: () => void }) {
	const { organisation, dispute, onClose } = props;
	const { t } = useLingui();
	const suggested = useSuggestedEvidence(organisation, dispute);
	// Without an answer the form begins empty.
	if (suggested.isLoading) {
		return (
			<Dialog isOpen onClose={onClose} title={t`Answer the dispute`}>
				<Skeleton className="h-96" />
			</Dialog>
		);
	}
	return <AnswerForm {...props} suggested={suggested.data ?? noEvidence} />;
}

const noEvidence = { product: '', serviceDate: '', refundPolicy: '', explanation: '' };

function AnswerForm(props: {
	organisation: string;
	dispute: Dispute;
	suggested: typeof noEvidence;
	onClose: () => void;
}) {
	const { organisation, dispute, onClose } = props;
	const { t } = useLingui();
	const { answer } = useMoneyActions(organisation);
	const [values, setValues] = useState(props.suggested);
	const [isSent, setSent] = useState(false);
	const keyOf = useKeyOf();
	const set = (change: Partial<typeof noEvidence>) => setValues({ ...values, ...change });
	const send = async () => {
		setSent(true);
		const explanation = values.explanation.trim();
		if (explanation === '') return;
		const filled = Object.entries(values).filter(
			([name, text]) => name !== 'explanation' && text.trim() !== '',
		);
		const body = { explanation, ...Object.fromEntries(filled.map(([name, text]) => [name, text.trim()])) };
		await answer.mutateAsync({ dispute: dispute.id, body, key: keyOf(body) });
		onClose();
	};
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!answer.isPending}
			title={t`Answer the dispute`}
			description={t`Check every line and add your evidence. You can submit it only once.`}
			footer={
				<SendButtons
					isPending={answer.isPending}
					onSend={send}
					onClose={onClose}
					label={<Trans>Send to the bank</Trans>}
				/>
			}
		>
			<div className="flex flex-col gap-4">
				<ErrorCallout error={answer.error} />
				<TextField
					label={t`What was sold`}
					isOptional
					maxLength={2_000}
					value={values.product}
					onChange={(change) => set({ product: change.target.value })}
				/>
				<TextField
					label={t`Date of the event`}
					isOptional
					maxLength={200}
					value={values.serviceDate}
					onChange={(change) => set({ serviceDate: change.target.value })}
				/>
				<TextArea
					label={t`Refund policy`}
					isOptional
					rows={3}
					maxLength={20_000}
					value={values.refundPolicy}
					onChange={(change) => set({ refundPolicy: change.target.value })}
				/>
				<TextArea
					label={t`Why the payment is right`}
					hint={t`When tickets were sent and used, in the order in which it happened.`}
					rows={8}
					maxLength={20_000}
					value={values.explanation}
					error={isSent && values.explanation.trim() === '' ? t`This field is required.` : undefined}
					onChange={(change) => set({ explanation: change.target.value })}
				/>
			</div>
		</Dialog>
	);
}

function GiveUpDialog(props: { organisation: string; dispute: Dispute; onClose: () => void }) {
	const { organisation, dispute, onClose } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const { giveUp } = useMoneyActions(organisation);
	const [key] = useState(newIdempotencyKey);
	const amount = formats.money(dispute.amountMinor, dispute.currency);
	const confirm = async () => {
		await giveUp.mutateAsync({ dispute: dispute.id, key });
		onClose();
	};
	return (
		<ConfirmDialog
			isOpen
			onClose={onClose}
			title={t`Accept this dispute?`}
			description={t`The buyer keeps ${amount}. The bank closes the dispute at once.`}
			confirmLabel={t`Accept dispute`}
			cancelLabel={t`Keep it open`}
			isPending={giveUp.isPending}
			onConfirm={() => void confirm().catch(() => {})}
		>
			{giveUp.error ? <ErrorCallout error={giveUp.error} /> : null}
		</ConfirmDialog>
	);
}
