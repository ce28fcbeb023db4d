import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { today } from '#app/lib/today.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { DateField } from '#app/ui/date-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { OwedRefund } from '#shared/contracts/owed-refunds.ts';
import { type RefundWay, refundWays } from '#shared/rules/payment-states.ts';
import { useOwedRefundActions } from '../api.ts';
import { SendButtons } from './send-buttons.tsx';

export const wayLabels: Record<RefundWay, ReturnType<typeof msg>> = {
	transfer: msg`Bank transfer`,
	cash: msg`Cash`,
	other: msg`Another way`,
};

export function SentDialog(props: {
	organisation: string;
	isSandbox: boolean;
	refunds: OwedRefund[];
	onSent: () => void;
	onClose: () => void;
}) {
	const { organisation, refunds, onSent, onClose } = props;
	const addresses = refunds.map(({ buyer }) => buyer.email);
	const mailNote = useMailNote({ isSandbox: props.isSandbox, addresses });
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const keyOf = useKeyOf();
	const { recordSent } = useOwedRefundActions(organisation);
	const [way, setWay] = useState<RefundWay>('transfer');
	const [sentOn, setSentOn] = useState(today);
	const [isSent, setSent] = useState(false);
	const sums = [...Map.groupBy(refunds, ({ currency }) => currency)].map(([currency, some]) =>
		formats.money(
			some.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
			currency,
		),
	);
	const save = async () => {
		setSent(true);
		if (sentOn === '' || recordSent.isPending) return;
		const body = { refundIds: refunds.map(({ id }) => id), way, sentOn };
		await recordSent.mutateAsync({ body, key: keyOf(body) });
		toast({ variant: 'success', description: t`${sums.join(', ')} recorded as sent` });
		onSent();
		onClose();
	};
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!recordSent.isPending}
			title={t`Record ${sums.join(', ')} as sent`}
			description={
				mailNote
					? `${t`The refunds are booked. This can’t be undone.`} ${mailNote}`
					: t`The refunds are booked, and each buyer gets an email. This can’t be undone.`
			}
			footer={
				<SendButtons
					isPending={recordSent.isPending}
					onSend={save}
					onClose={onClose}
					label={<Trans>Record as sent</Trans>}
				/>
			}
		>
			<form
				noValidate
				className="flex flex-col gap-4"
				onSubmit={(event) => {
					event.preventDefault();
					void save().catch(() => {});
				}}
			>
				<ErrorCallout error={recordSent.error} />
				<RadioGroup
					label={t`How it was sent`}
					name="way"
					value={way}
					onChange={(event) => setWay(event.target.value as RefundWay)}
					options={refundWays.map((value) => ({ value, label: i18n._(wayLabels[value]) }))}
				/>
				<DateField
					label={t`Sent on`}
					name="sent-on"
					value={sentOn}
					max={today()}
					onChange={(event) => setSentOn(event.target.value)}
					error={isSent && sentOn === '' ? t`Please enter a valid date.` : undefined}
					required
				/>
			</form>
		</Dialog>
	);
}
