import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import { MAX_PAUSE_MONTHS } from '#shared/rules/fundraisers.ts';
import { coverOf } from '#shared/rules/pricing/cover.ts';
import { ConfirmAction } from '../components/order-dialogs.tsx';
import type { MonthlyGiftActions } from './use-monthly-gift.ts';

interface DialogProps {
	actions: MonthlyGiftActions;
	onClose: () => void;
}

/** Another amount, from the next month on. */
export function AmountDialog({ actions, onClose }: DialogProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const { gift, change } = actions;
	const { currency } = gift;
	const [typed, setTyped] = useState(moneyToText(gift.amountMinor, currency));
	const least = formats.money(gift.leastMinor, currency);
	const amountMinor = textToMoney(typed.trim(), currency) ?? 0;
	const cover = formats.money(coverOf(amountMinor, currency), currency);
	const form = useFormCall({
		labels: { amountMinor: t`Amount` },
		checks: {
			amountMinor: (value) =>
				(textToMoney(value.trim(), currency) ?? 0) < gift.leastMinor
					? t`Enter at least ${least}.`
					: undefined,
		},
		async send(values) {
			await change({
				amountMinor: textToMoney(values.amountMinor?.trim() ?? '', currency) ?? 0,
				cover: values.cover === 'on',
			});
			toast({ variant: 'success', description: t`Amount changed` });
			onClose();
		},
	});
	return (
		<FormDialog
			form="gift-amount"
			size="sm"
			onClose={onClose}
			title={t`Change the amount`}
			description={t`It applies from the next charge on.`}
			label={t`Save`}
			{...form.dialog}
		>
			<TextField
				label={t`Amount`}
				name="amountMinor"
				inputMode="decimal"
				autoComplete="off"
				suffix={currency}
				value={typed}
				onChange={(event) => setTyped(event.target.value)}
				error={form.errorOf('amountMinor')}
				required
			/>
			<Checkbox
				label={amountMinor > 0 ? t`Add ${cover} to cover the card fees` : t`Cover the card fees`}
				name="cover"
				defaultChecked={gift.coverMinor > 0}
			/>
		</FormDialog>
	);
}

/** Months to skip. */
export function PauseDialog({ actions, onClose }: DialogProps) {
	const { t } = useLingui();
	const form = useFormCall({
		labels: { months: t`How long` },
		checks: {},
		async send({ months = '1' }) {
			await actions.pause(Number(months));
			toast({ variant: 'success', description: t`Paused` });
			onClose();
		},
	});
	const options = Array.from({ length: MAX_PAUSE_MONTHS }, (_, index) => index + 1).map((months) => ({
		value: String(months),
		label: months === 1 ? t`1 month` : t`${months} months`,
	}));
	return (
		<FormDialog
			form="gift-pause"
			size="sm"
			onClose={onClose}
			title={t`Pause your monthly donation`}
			description={t`You won’t be charged while it’s paused. It resumes automatically.`}
			label={t`Pause`}
			{...form.dialog}
		>
			<Select label={t`How long`} name="months" defaultValue="1" options={options} />
		</FormDialog>
	);
}

/** The end of it. */
export function StopDialog({ actions, onClose }: DialogProps) {
	const { t } = useLingui();
	return (
		<ConfirmAction
			onClose={onClose}
			title={t`Stop your monthly donation?`}
			description={t`Your card won’t be charged any more. You can donate again at any time.`}
			confirmLabel={t`Stop donation`}
			cancelLabel={t`Continue donating`}
			onConfirm={actions.stop}
		/>
	);
}
