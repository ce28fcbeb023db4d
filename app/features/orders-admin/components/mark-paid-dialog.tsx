import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { methodLabels } from '#app/lib/payment-labels.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { OrderDetail } from '#shared/contracts/orders.ts';
import type { MoneyMethod, useOrderActions } from '../api.ts';

const methods = ['transfer', 'cash', 'door_card'] as const;

/** Records money that came by transfer or at the door, and confirms the order with it. */
export function MarkPaidDialog(props: {
	order: OrderDetail;
	markPaid: ReturnType<typeof useOrderActions>['markPaid'];
	onClose: () => void;
}) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { order, markPaid, onClose } = props;
	const [method, setMethod] = useState<MoneyMethod>(order.terms === 'door' ? 'cash' : 'transfer');
	const [note, setNote] = useState('');
	const [key] = useState(newIdempotencyKey);
	const amount = formats.money(order.totalMinor, order.currency);

	async function save(event: FormEvent) {
		event.preventDefault();
		try {
			await markPaid.mutateAsync({ body: { method, note: note.trim() }, key: `${key}.${method}` });
		} catch {
			return; // Shown in the form.
		}
		toast({ variant: 'success', description: t`Order ${order.code} is paid` });
		onClose();
	}

	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!markPaid.isPending}
			title={t`Mark as paid`}
			description={t`Records ${amount}, confirms the order and emails the tickets.`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={markPaid.isPending}>
						<Trans>Close</Trans>
					</Button>
					<Button type="submit" form="mark-paid-form" isLoading={markPaid.isPending}>
						{t`Mark as paid`}
					</Button>
				</>
			}
		>
			<form id="mark-paid-form" className="flex flex-col gap-5" onSubmit={(event) => void save(event)}>
				<ErrorCallout error={markPaid.error} />
				<RadioGroup
					label={t`How the money came`}
					name="method"
					value={method}
					onChange={(event) => setMethod(event.target.value as MoneyMethod)}
					options={methods.map((value) => ({ value, label: i18n._(methodLabels[value]) }))}
				/>
				<TextField
					label={t`Note`}
					name="note"
					isOptional
					hint={t`Only for your team.`}
					value={note}
					onChange={(event) => setNote(event.target.value)}
					maxLength={500}
					autoComplete="off"
				/>
			</form>
		</Dialog>
	);
}
