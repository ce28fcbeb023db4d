import { useLingui } from '@lingui/react/macro';
import { FileCode } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import type { Document } from '#shared/contracts/documents.ts';
import type { EInvoiceFormat } from '#shared/rules/e-invoices.ts';
import { eInvoiceFormatNames, eInvoiceNeedLabels, isOfBuyer } from '../e-invoice-labels.ts';

/** The formats in which a member can download an invoice as an e-invoice, and what the others lack; nothing for other documents. */
export function EInvoiceMenu(props: { document: Document; onDownload: (format: EInvoiceFormat) => void }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { eInvoice, label } = props.document;
	if (!eInvoice) return null;
	const missing = formats.list(eInvoice.missing.map((need) => i18n._(eInvoiceNeedLabels[need])));
	const name = eInvoice.formats.length === 0 ? t`E-invoice` : eInvoiceFormatNames.xrechnung;
	return (
		<Menu
			label={t`E-invoice of ${label}`}
			align="end"
			header={
				missing === '' ? undefined : (
					<p className="max-w-64 text-start text-sm text-muted">
						{t`${name}: missing ${missing}. Enter it, then issue the invoice again.`}
					</p>
				)
			}
			items={[
				...eInvoice.formats.map((format) => ({
					id: format,
					label: eInvoiceFormatNames[format],
					onSelect: () => props.onDownload(format),
				})),
				...(eInvoice.missing.every(isOfBuyer)
					? []
					: [{ id: 'settings', label: t`Open settings`, to: '/settings/organisation#e-invoices' }]),
			]}
			trigger={(trigger) => (
				<IconButton {...trigger} icon={FileCode} label={t`E-invoice of ${label}`} tip="none" />
			)}
		/>
	);
}
