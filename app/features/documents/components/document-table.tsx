import { useLingui } from '@lingui/react/macro';
import { Download, FilePen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { Badge } from '#app/ui/badge.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Money } from '#app/ui/money.tsx';
import type { Document } from '#shared/contracts/documents.ts';
import { downloadDocument, downloadEInvoice } from '../api.ts';
import { documentKindLabels } from '../document-labels.ts';
import { EInvoiceMenu } from './e-invoice-menu.tsx';

const ReplaceDialog = lazy(() =>
	import('./replace-dialog.tsx').then((module) => ({ default: module.ReplaceDialog })),
);

/** Documents of an organisation as a table; each can be downloaded, and leads to its order. */
export function DocumentTable(props: {
	organisation: string;
	documents: Document[];
	/** Whether faulty ones can be replaced here. */
	canReplace: boolean;
	empty: React.ReactNode;
	isLoading: boolean;
}) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const showError = useErrorToast();
	const save = (file: Promise<void>) => file.catch(showError);
	const [replacing, setReplacing] = useState<Document | null>(null);
	return (
		<>
			<DataTable
				label={t`Documents`}
				rows={props.documents}
				rowKey={(document) => document.id}
				rowName={(document) => document.label}
				isLoading={props.isLoading}
				empty={props.empty}
				columns={[
					{
						id: 'number',
						header: t`Document`,
						className: 'w-full',
						cell: (document) => (
							<>
								<p className="flex flex-wrap items-center gap-2 font-medium">
									{i18n._(documentKindLabels[document.kind])}
									{document.isTest ? <Badge variant="outline">{t`Test mode`}</Badge> : null}
								</p>
								<p className="text-compact text-muted">
									<code>{document.label}</code>
								</p>
							</>
						),
					},
					{
						id: 'recipient',
						header: t`Issued to`,
						from: 'md',
						cell: (document) => <bdi>{document.recipient || '–'}</bdi>,
					},
					{
						id: 'event',
						header: t`Event`,
						from: 'lg',
						cell: (document) =>
							document.eventId && document.orderId ? (
								<Link
									to={`/events/${document.eventId}/orders/${document.orderId}`}
									className="link"
									dir="auto"
								>
									{document.subject}
								</Link>
							) : (
								document.subject
							),
					},
					{
						id: 'issued',
						header: t`Issued`,
						from: 'sm',
						className: 'whitespace-nowrap',
						cell: (document) => formats.shortDate(document.issuedAt, 'UTC'),
					},
					{
						id: 'amount',
						header: t`Amount`,
						align: 'end',
						cell: (document) => <Money>{formats.money(document.grossMinor, document.currency)}</Money>,
					},
					{
						id: 'file',
						header: t`Files`,
						align: 'end',
						cell: (document) => (
							<span className="flex justify-end">
								{props.canReplace && (document.kind === 'invoice' || document.kind === 'receipt') ? (
									<IconButton
										icon={FilePen}
										label={t`Replace ${document.label}`}
										onClick={() => setReplacing(document)}
									/>
								) : null}
								<EInvoiceMenu
									document={document}
									onDownload={(format) => void save(downloadEInvoice(props.organisation, document, format))}
								/>
								<IconButton
									icon={Download}
									label={t`Download ${document.label}`}
									onClick={() => void save(downloadDocument(props.organisation, document))}
								/>
							</span>
						),
					},
				]}
			/>
			{replacing ? (
				<Suspense>
					<ReplaceDialog
						organisation={props.organisation}
						document={replacing}
						onClose={() => setReplacing(null)}
					/>
				</Suspense>
			) : null}
		</>
	);
}
