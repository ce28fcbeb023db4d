import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { Document } from '#shared/contracts/documents.ts';
import { eInvoiceFormatNames, eInvoiceNeedLabels, isOfBuyer } from '../e-invoice-labels.ts';

/** The formats in which a buyer can save an invoice as an e-invoice, and what they can add for XRechnung. */
export function OwnEInvoices(props: { document: Document; manageToken: string }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { id, kind, label, eInvoice } = props.document;
	if (!eInvoice || eInvoice.formats.length === 0) return null;
	const path = `/api/orders/${encodeURIComponent(props.manageToken)}/documents/${id}/e-invoice`;
	// A credit note lacks what its invoice lacks.
	const lacking = kind === 'invoice' ? eInvoice.missing : [];
	const missing = formats.list(lacking.filter(isOfBuyer).map((need) => i18n._(eInvoiceNeedLabels[need])));
	return (
		<details className="group text-sm">
			<summary className="inline-flex min-h-11 cursor-pointer items-center text-muted">
				<Trans>E-invoice</Trans>
				<Icon icon={ChevronDown} className="ms-1 group-open:rotate-180" />
			</summary>
			<ul className="flex flex-wrap gap-x-4">
				{eInvoice.formats.map((format) => {
					const name = eInvoiceFormatNames[format];
					return (
						<li key={format}>
							<a
								className="link inline-flex min-h-11 items-center"
								href={`${path}?format=${format}`}
								download
								aria-label={t`${name} of ${label} (XML)`}
							>
								{name}
							</a>
						</li>
					);
				})}
			</ul>
			{missing === '' ? null : (
				<p className="text-muted">
					<Trans>For XRechnung, change the invoice and add {missing}.</Trans>
				</p>
			)}
			{lacking.every(isOfBuyer) ? null : (
				<p className="text-muted">
					<Trans>For XRechnung, the organiser also has to enter details.</Trans>
				</p>
			)}
		</details>
	);
}
