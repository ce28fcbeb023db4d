import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { methodLabels } from '#app/lib/payment-labels.ts';
import { today } from '#app/lib/today.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { addressesOf, useMailNote } from '#app/shell/mail-note.ts';
import { DateField } from '#app/ui/date-field.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import type { MarkPaidBody, useOrderActions } from '../api.ts';

const methods = ['transfer', 'cash', 'door_card'] as const;

/** The amount due on an order; on an expired one, all that was not paid. */
const missingMinor = (order: OrderDetail) =>
	order.status === 'pending' ? order.dueMinor : order.totalMinor - order.paidMinor + order.refundingMinor;

/** What was typed. */
interface Typed {
	method: MarkPaidBody['method'];
	amount: string;
	receivedOn: string;
	note: string;
}

/** Records money that came by transfer or at the door: how much, when and how. The last of it confirms the order. */
export function MarkPaidDialog(props: {
	order: OrderDetail;
	isSandbox: boolean;
	markPaid: ReturnType<typeof useOrderActions>['markPaid'];
	onClose: () => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { order, markPaid, onClose } = props;
	const { currency } = order;
	const missing = missingMinor(order);
	const mailNote = useMailNote({ isSandbox: props.isSandbox, addresses: addressesOf(order) });
	const [typed, setTyped] = useState<Typed>(() => ({
		method: order.terms === 'door' ? 'cash' : 'transfer',
		amount: moneyToText(missing, currency),
		receivedOn: today(),
		note: '',
	}));
	const { method, receivedOn, note } = typed;
	const [isSent, setSent] = useState(false);
	const keyOf = useKeyOf();
	const money = (minor: number) => formats.money(minor, currency);
	const amountMinor = textToMoney(typed.amount, currency);
	const isPart = amountMinor !== null && amountMinor < missing;
	const isRight = amountMinor !== null && amountMinor > 0 && receivedOn !== '';

	async function save(event: FormEvent) {
		event.preventDefault();
		setSent(true);
		if (!isRight || markPaid.isPending) return;
		const body = { method, amountMinor, receivedOn, note: note.trim() };
		try {
			const { status, dueMinor } = await markPaid.mutateAsync({ body, key: keyOf(body) });
			if (status === 'confirmed') toast({ variant: 'success', description: t`Order ${order.code} is paid` });
			else if (status === 'pending')
				toast({
					variant: 'success',
					description: t`${money(amountMinor)} recorded, ${money(dueMinor)} missing`,
				});
			else
				toast({
					variant: 'destructive',
					description: t`The tickets are sold out. ${money(amountMinor)} is owed to the buyer.`,
				});
		} catch {
			return; // Shown in the form.
		}
		onClose();
	}

	return (
		<FormDialog
			form="mark-paid-form"
			onClose={onClose}
			title={t`Mark as paid`}
			description={
				mailNote
					? `${t`Due: ${money(missing)}. Once it is fully paid, the order is confirmed.`} ${mailNote}`
					: t`Due: ${money(missing)}. Once it is fully paid, the order is confirmed and the tickets are emailed.`
			}
			isPending={markPaid.isPending}
			label={isPart ? t`Record part payment` : t`Mark as paid`}
			staysOpen
			onSubmit={save}
			error={markPaid.error}
		>
			<MoneyFields
				{...{ currency, missing, amountMinor, typed, isSent }}
				onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
			/>
		</FormDialog>
	);
}

function MoneyFields(props: {
	currency: string;
	missing: number;
	/** What was typed, in minor units; null: no amount. */
	amountMinor: number | null;
	typed: Typed;
	isSent: boolean;
	onChange: (part: Partial<Typed>) => void;
}) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { currency, missing, amountMinor, typed, isSent, onChange } = props;
	const money = (minor: number) => formats.money(minor, currency);
	return (
		<>
			<RadioGroup
				label={t`Payment method`}
				name="method"
				value={typed.method}
				onChange={(event) => onChange({ method: event.target.value as MarkPaidBody['method'] })}
				options={methods.map((value) => ({ value, label: i18n._(methodLabels[value]) }))}
			/>
			<TextField
				label={t`Amount`}
				name="amount"
				prefix={currency}
				inputMode="decimal"
				value={typed.amount}
				onChange={(event) => onChange({ amount: event.target.value })}
				hint={hint()}
				error={
					isSent && !(amountMinor !== null && amountMinor > 0) ? t`Enter an amount, like 12.50.` : undefined
				}
				autoComplete="off"
				required
			/>
			<DateField
				label={t`Received on`}
				name="received-on"
				value={typed.receivedOn}
				max={today()}
				onChange={(event) => onChange({ receivedOn: event.target.value })}
				error={isSent && typed.receivedOn === '' ? t`Please enter a valid date.` : undefined}
				required
			/>
			<TextField
				label={t`Note`}
				name="note"
				isOptional
				hint={t`Only for your team.`}
				value={typed.note}
				onChange={(event) => onChange({ note: event.target.value })}
				maxLength={500}
				autoComplete="off"
			/>
		</>
	);

	function hint(): string | undefined {
		if (amountMinor === null || amountMinor === missing) return undefined;
		return amountMinor < missing
			? t`The order stays open: ${money(missing - amountMinor)} will still be due.`
			: t`${money(amountMinor - missing)} more than is due: it is owed to the buyer.`;
	}
}
