import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Money } from '#app/ui/money.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { downloadDocument, downloadEInvoice, useDocumentsOf } from '../api.ts';
import { documentKindLabels } from '../document-labels.ts';
import { EInvoiceMenu } from './e-invoice-menu.tsx';

/** Receipts, invoices and credit notes of one order, for its organiser. */
export function DocumentsOfOrder(props: { organisation: string; order: string; timeZone: string }) {
	const { organisation, order, timeZone } = props;
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const attempt = useAttempt();
	const documents = useDocumentsOf(organisation, order);
	if (documents.error) return <ErrorCallout error={documents.error} onRetry={documents.refetch} />;
	if (!documents.data) return <Skeleton className="h-24" />;
	return (
		<Card title={<Trans>Documents</Trans>} aria-label={t`Documents`}>
			{documents.data.length === 0 ? (
				<p className="text-sm text-muted">
					<Trans>No documents yet. The receipt follows seconds after the payment.</Trans>
				</p>
			) : null}
			<ul className="flex flex-col divide-y">
				{documents.data.map((document) => (
					<li key={document.id} className="flex items-center gap-3 py-2 text-sm">
						<span className="min-w-0 flex-1">
							<span className="block font-medium">{i18n._(documentKindLabels[document.kind])}</span>
							<span className="block text-muted [overflow-wrap:anywhere]">
								{document.label} · {formats.shortDate(document.issuedAt, timeZone)}
							</span>
						</span>
						<Money>{formats.money(document.grossMinor, document.currency)}</Money>
						<EInvoiceMenu
							document={document}
							onDownload={(format) => void attempt(downloadEInvoice(organisation, document, format))}
						/>
						<IconButton
							icon={Download}
							label={t`Download ${document.label}`}
							onClick={() => void attempt(downloadDocument(organisation, document))}
						/>
					</li>
				))}
			</ul>
		</Card>
	);
}
