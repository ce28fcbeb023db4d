import { useLingui } from '@lingui/react/macro';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { RecipientFields } from '#app/ui/recipient-fields.tsx';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { askGiftReceipt } from '#shared/contracts/gift-receipts.ts';
import { PartyField } from './party-field.tsx';

/** Who the receipt of a donation is issued to. */
export function GiftReceiptDialog(props: {
	hasReceipt: boolean;
	onAsk: (recipient: BodyOf<typeof askGiftReceipt>) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const needed = (value: string) => (value.trim() === '' ? t`This field is required.` : undefined);
	const form = useFormCall({
		labels: { name: t`Name`, address: t`Address`, countryCode: t`Country` },
		checks: { name: needed, address: needed },
		send: ({ name = '', address = '', countryCode = '' }) => props.onAsk({ name, address, countryCode }),
	});
	return (
		<FormDialog
			form="gift-receipt"
			{...form.dialog}
			onClose={props.onClose}
			label={t`Issue receipt`}
			size="sm"
			title={t`Donation receipt with your address`}
			description={
				props.hasReceipt
					? t`The receipt that was issued is cancelled, and you get a new one.`
					: t`It is issued at once and can’t be edited afterwards.`
			}
		>
			<PartyField label={t`Name`} name="name" autoComplete="name" errorOf={form.errorOf} required />
			<RecipientFields errorOf={form.errorOf} />
		</FormDialog>
	);
}
