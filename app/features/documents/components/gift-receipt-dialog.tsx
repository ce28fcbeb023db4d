import { useLingui } from '@lingui/react/macro';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormButtons } from '#app/ui/form-buttons.tsx';
import { RecipientFields } from '#app/ui/recipient-fields.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { askGiftReceipt } from '#shared/contracts/gift-receipts.ts';

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
		<Dialog
			isOpen
			size="sm"
			onClose={props.onClose}
			title={t`Donation receipt with your address`}
			description={
				props.hasReceipt
					? t`The receipt that was issued is cancelled, and you get a new one.`
					: t`It is issued at once and can’t be edited afterwards.`
			}
			footer={
				<FormButtons
					form="gift-receipt"
					onClose={props.onClose}
					isPending={form.isPending}
					label={t`Issue receipt`}
				/>
			}
		>
			<Form id="gift-receipt" method="post" errors={form.summary} onSubmit={form.submit}>
				<TextField
					label={t`Name`}
					name="name"
					autoComplete="name"
					maxLength={200}
					error={form.errorOf('name')}
					dir="auto"
					required
				/>
				<RecipientFields errorOf={form.errorOf} />
			</Form>
		</Dialog>
	);
}
