import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormButtons } from '#app/ui/form-buttons.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import { MAX_PAUSE_MONTHS } from '#shared/rules/fundraisers.ts';
import { coverOf } from '#shared/rules/pricing/cover.ts';
import { Problem, useOrderAction } from '../components/order-dialogs.tsx';
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
		<Dialog
			isOpen
			size="sm"
			onClose={onClose}
			title={t`Change the amount`}
			description={t`It applies from the next charge on.`}
			footer={<FormButtons form="gift-amount" onClose={onClose} isPending={form.isPending} label={t`Save`} />}
		>
			<Form id="gift-amount" method="post" errors={form.summary} onSubmit={form.submit}>
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
			</Form>
		</Dialog>
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
		<Dialog
			isOpen
			size="sm"
			onClose={onClose}
			title={t`Pause your monthly donation`}
			description={t`You won’t be charged while it’s paused. It resumes automatically.`}
			footer={<FormButtons form="gift-pause" onClose={onClose} isPending={form.isPending} label={t`Pause`} />}
		>
			<Form id="gift-pause" method="post" errors={form.summary} onSubmit={form.submit}>
				<Select label={t`How long`} name="months" defaultValue="1" options={options} />
			</Form>
		</Dialog>
	);
}

/** The end of it. */
export function StopDialog({ actions, onClose }: DialogProps) {
	const { t } = useLingui();
	const { isPending, error, act } = useOrderAction(onClose);
	return (
		<ConfirmDialog
			isOpen
			onClose={onClose}
			title={t`Stop your monthly donation?`}
			description={t`Your card won’t be charged any more. You can donate again at any time.`}
			confirmLabel={t`Stop donation`}
			cancelLabel={t`Continue donating`}
			isPending={isPending}
			onConfirm={() => void act(actions.stop)}
		>
			{error ? <Problem>{error}</Problem> : undefined}
		</ConfirmDialog>
	);
}
