import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { CashDrawer } from '#shared/contracts/door-sales.ts';
import { textToMoney } from '#shared/lib/money-text.ts';
import type { DoorSaleActions } from '../api.ts';
import { useDeviceName } from './device-name.tsx';
import { Difference } from './difference.tsx';

/** Closes the drawer of a device that is not at hand, with what was counted. */
export function CloseDrawerDialog(props: {
	drawer: CashDrawer;
	action: DoorSaleActions['close'];
	onClose: (wasClosed: boolean) => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const nameOf = useDeviceName();
	const { drawer, action, onClose } = props;
	const { currency, expectedMinor } = drawer;
	const [counted, setCounted] = useState('');
	const [note, setNote] = useState('');
	const [isSent, setSent] = useState(false);
	const countedMinor = textToMoney(counted, currency);
	const expected = formats.money(expectedMinor, currency);
	const device = nameOf(drawer.device);

	async function close() {
		setSent(true);
		if (action.isPending) return;
		if (countedMinor === null) return document.getElementById('drawer-counted')?.focus();
		try {
			await action.mutateAsync({ drawer: drawer.id, body: { countedMinor, note: note.trim() } });
		} catch {
			return; // Shown in the form.
		}
		toast({ variant: 'success', description: t`Drawer of ${device} closed` });
		onClose(true);
	}
	return (
		<FormDialog
			form="close-drawer-form"
			onClose={() => onClose(false)}
			isPending={action.isPending}
			label={t`Close drawer`}
			closeLabel={<Trans>Cancel</Trans>}
			staysOpen
			title={t`Close the drawer of ${device}`}
			description={t`Expected: ${expected}. Offline sales that arrive later are added to it. The device opens a new drawer for its next cash sale.`}
			error={action.error}
			onSubmit={() => void close()}
		>
			<TextField
				id="drawer-counted"
				label={t`Counted`}
				prefix={currency}
				inputMode="decimal"
				autoComplete="off"
				value={counted}
				onChange={(event) => setCounted(event.target.value)}
				error={isSent && countedMinor === null ? t`Enter an amount, like 12.50.` : undefined}
				required
			/>
			<div aria-live="polite" className="min-h-6">
				{countedMinor === null ? null : (
					<Difference minor={countedMinor - expectedMinor} currency={currency} />
				)}
			</div>
			<TextArea
				label={t`Note`}
				isOptional
				value={note}
				onChange={(event) => setNote(event.target.value)}
				maxLength={300}
				rows={3}
			/>
		</FormDialog>
	);
}
