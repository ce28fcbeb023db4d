import { useLingui } from '@lingui/react/macro';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { RecipientFields } from '#app/ui/recipient-fields.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { InvoiceRecipient } from '#shared/contracts/documents.ts';
import { EInvoiceFields } from './e-invoice-fields.tsx';
import { PartyField } from './party-field.tsx';

/** Who an invoice is issued to. */
export function InvoiceDialog(props: {
	hasInvoice: boolean;
	onAsk: (recipient: InvoiceRecipient) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const needed = (value: string) => (value.trim() === '' ? t`This field is required.` : undefined);
	const form = useFormCall({
		labels: {
			company: t`Company`,
			name: t`Contact`,
			address: t`Address`,
			countryCode: t`Country`,
			vatNumber: t`VAT number`,
			reference: t`Reference`,
			postcode: t`Postcode`,
			city: t`City`,
			email: t`Email for e-invoices`,
		},
		checks: { company: needed, address: needed },
		send: ({ company = '', name = '', address = '', countryCode = '', vatNumber = '', ...more }) => {
			const { reference = '', postcode = '', city = '', email = '' } = more;
			return props.onAsk({
				...{ company, name, address, countryCode, vatNumber },
				...{ reference, postcode, city, email },
			});
		},
	});
	return (
		<FormDialog
			form="invoice"
			{...form.dialog}
			onClose={props.onClose}
			label={t`Issue invoice`}
			size="sm"
			title={props.hasInvoice ? t`Change the invoice` : t`Get an invoice`}
			description={
				props.hasInvoice
					? t`The invoice that was issued is cancelled by a credit note, and you get a new one.`
					: t`It is issued at once and can’t be edited afterwards.`
			}
		>
			<PartyField
				label={t`Company`}
				name="company"
				autoComplete="organization"
				errorOf={form.errorOf}
				required
			/>
			<PartyField label={t`Contact`} name="name" autoComplete="name" errorOf={form.errorOf} isOptional />
			<RecipientFields errorOf={form.errorOf} />
			<TextField
				label={t`VAT number`}
				name="vatNumber"
				maxLength={30}
				error={form.errorOf('vatNumber')}
				isOptional
			/>
			<EInvoiceFields errorOf={form.errorOf} />
		</FormDialog>
	);
}
