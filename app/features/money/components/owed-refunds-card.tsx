import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Money } from '#app/ui/money.tsx';
import { type OwedRefund, owedRefundStates } from '#shared/contracts/owed-refunds.ts';
import { downloadRefundFile, useOwedRefundActions, useOwedRefunds } from '../api.ts';
import { SentDialog, wayLabels } from './sent-dialog.tsx';
import { StateList } from './state-list.tsx';

const stateLabels: Record<OwedRefund['state'], ReturnType<typeof msg>> = {
	to_send: msg`To send`,
	in_file: msg`In a file for the bank`,
	sent: msg`Sent`,
};

const emptyTexts: Record<OwedRefund['state'], ReturnType<typeof msg>> = {
	to_send: msg`No refunds are to be sent.`,
	in_file: msg`No refunds are in a file for the bank.`,
	sent: msg`No refunds were sent yet.`,
};

/** Refunds that no provider sends: to whom, where to, the file for the bank, and that they were sent. */
export function OwedRefundsCard(props: { organisation: string; isSandbox: boolean }) {
	const { organisation, isSandbox } = props;
	const { t } = useLingui();
	const [state, setState] = useState<OwedRefund['state']>('to_send');
	const refunds = useOwedRefunds(organisation, state);
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
	const [sending, setSending] = useState<OwedRefund[] | null>(null);
	const rows = refunds.data ?? [];
	const picked = rows.filter(({ id }) => chosen.has(id));
	const select = (next: OwedRefund['state']) => {
		setState(next);
		setChosen(new Set());
	};
	return (
		<Card
			title={<Trans>Refunds to send</Trans>}
			description={
				<Trans>
					Payments by bank transfer or at the door aren’t refunded automatically. Send the money, then record
					it.
				</Trans>
			}
		>
			<div className="flex flex-col gap-4">
				<StateList
					label={t`Refunds`}
					state={state}
					states={owedRefundStates}
					onState={select}
					labels={stateLabels}
					emptyTexts={emptyTexts}
					list={refunds}
					above={
						rows.length > 0 && state !== 'sent' ? (
							<Checkbox
								label={t`Select all shown`}
								checked={picked.length === rows.length}
								onChange={(change) =>
									setChosen(new Set(change.target.checked ? rows.map(({ id }) => id) : []))
								}
							/>
						) : null
					}
					row={(refund) => (
						<RefundRow
							isSandbox={isSandbox}
							key={refund.id}
							refund={refund}
							isChosen={chosen.has(refund.id)}
							onChoose={(isChosen) => {
								const next = new Set(chosen);
								if (isChosen) next.add(refund.id);
								else next.delete(refund.id);
								setChosen(next);
							}}
						/>
					)}
				/>
				{picked.length > 0 ? (
					<Actions
						organisation={organisation}
						picked={picked}
						onSend={() => setSending(picked)}
						onFile={() => select('in_file')}
						onDiscard={() => select('to_send')}
					/>
				) : null}
			</div>
			{sending ? (
				<SentDialog
					isSandbox={isSandbox}
					organisation={organisation}
					refunds={sending}
					onSent={() => setChosen(new Set())}
					onClose={() => setSending(null)}
				/>
			) : null}
		</Card>
	);
}

function RefundRow(props: {
	refund: OwedRefund;
	isSandbox: boolean;
	isChosen: boolean;
	onChoose: (isChosen: boolean) => void;
}) {
	const { refund, isSandbox, isChosen, onChoose } = props;
	const mailNote = useMailNote({ isSandbox, addresses: [refund.buyer.email] });
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { order, buyer, account, reference } = refund;
	const amount = formats.money(refund.amountMinor, refund.currency);
	const name = buyer.name || buyer.email || order.code;
	const iban = account?.iban.replaceAll(/(.{4})(?=.)/g, '$1 ') ?? '';
	return (
		<li className="flex items-start gap-4 py-4 text-sm">
			{refund.state === 'sent' ? null : (
				<Checkbox
					label={<span className="sr-only">{t`Select ${amount}, ${name}`}</span>}
					checked={isChosen}
					onChange={(change) => onChoose(change.target.checked)}
				/>
			)}
			<div className="flex min-w-0 flex-1 flex-col gap-1">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<Money className="font-medium">{amount}</Money>
					<bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
				</p>
				<Link to={`/events/${order.eventId}/orders/${order.id}`} className="link self-start">
					<Trans>
						Order {order.code}, {order.eventTitle}
					</Trans>
				</Link>
				{account ? (
					<p className="flex flex-wrap items-center gap-x-2 text-muted">
						<bdi className="[overflow-wrap:anywhere]">{account.holder}</bdi>
						<code className="[overflow-wrap:anywhere]">{iban}</code>
						<CopyButton text={account.iban} label={t`Copy IBAN`} />
					</p>
				) : refund.state === 'sent' ? null : (
					<p className="text-muted">
						{mailNote ? (
							<Trans>Bank details not entered yet. The buyer can enter them on their order page.</Trans>
						) : (
							<Trans>Bank details not entered yet. The buyer was asked by email.</Trans>
						)}
					</p>
				)}
				<p className="text-muted">
					<Trans>
						Reference <code className="[overflow-wrap:anywhere]">{reference}</code>
					</Trans>
				</p>
				{refund.sentOn && refund.sentWay ? (
					<p className="text-muted">
						{i18n._(wayLabels[refund.sentWay])}, {formats.shortDate(`${refund.sentOn}T00:00:00Z`, 'UTC')}
					</p>
				) : null}
			</div>
		</li>
	);
}

/** Actions for the chosen refunds. */
function Actions(props: {
	organisation: string;
	picked: OwedRefund[];
	onSend: () => void;
	onFile: () => void;
	onDiscard: () => void;
}) {
	const { organisation, picked, onSend, onFile, onDiscard } = props;
	const { t } = useLingui();
	const attempt = useAttempt();
	const { createFile, deleteFile } = useOwedRefundActions(organisation);
	const [isBusy, setBusy] = useState(false);
	const files = [...new Set(picked.flatMap(({ fileId }) => fileId ?? []))];
	const [file] = files;
	const isReady = picked.every(({ account, currency }) => account !== null && currency === 'EUR');
	const run = async (work: () => Promise<void>) => {
		setBusy(true);
		await attempt(work());
		setBusy(false);
	};
	const makeFile = () =>
		run(async () => {
			const refundIds = picked.map(({ id }) => id);
			const made = await createFile.mutateAsync({ refundIds, key: newIdempotencyKey() });
			await downloadRefundFile(organisation, made.id);
			onFile();
		});
	return (
		<div className="flex flex-wrap items-center gap-2">
			<p className="me-auto text-sm font-medium">
				<Plural value={picked.length} one="# selected" other="# selected" />
			</p>
			{file === undefined ? (
				<Button
					variant="outline"
					isLoading={isBusy}
					disabledReason={
						isReady ? undefined : t`A bank file needs the buyer’s bank details, and holds euros only.`
					}
					onClick={() => void makeFile()}
				>
					<Trans>Download bank file (SEPA)</Trans>
				</Button>
			) : files.length === 1 ? (
				<>
					<Button
						variant="ghost"
						isLoading={deleteFile.isPending}
						onClick={() =>
							void attempt(
								deleteFile.mutateAsync(file),
								t`File discarded. Its refunds are to be sent again.`,
							).then(onDiscard)
						}
					>
						<Trans>Discard file</Trans>
					</Button>
					<Button
						variant="outline"
						isLoading={isBusy}
						onClick={() => void run(() => downloadRefundFile(organisation, file))}
					>
						<Trans>Download file again</Trans>
					</Button>
				</>
			) : null}
			<Button onClick={onSend} aria-haspopup="dialog">
				<Trans>Record as sent</Trans>
			</Button>
		</div>
	);
}
