import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useAttempt } from '#app/lib/attempt.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Money } from '#app/ui/money.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { downloadFeeInvoice, useFeeInvoices } from '../api.ts';

/** The invoices of the operator for the fees of tickets and donations; nothing where no fee was ever charged. */
export function FeeInvoicesCard({ organisation }: { organisation: string }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const attempt = useAttempt();
	const invoices = useFeeInvoices(organisation);
	const rows = invoices.data ?? [];
	if (rows.length === 0)
		return invoices.error ? <ErrorCallout error={invoices.error} onRetry={invoices.refetch} /> : null;
	const month = new Intl.DateTimeFormat(i18n.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
	return (
		<Card
			title={<Trans>Fee invoices</Trans>}
			description={
				<Trans>
					Issued after each month, for the fees deducted from your payments. There is nothing left to pay.
				</Trans>
			}
			padding="none"
		>
			<DataTable
				label={t`Fee invoices`}
				rows={rows}
				rowKey={({ id }) => id}
				rowName={({ label }) => label}
				columns={[
					{ id: 'month', header: t`Month`, cell: ({ from }) => month.format(new Date(from)) },
					{
						id: 'document',
						header: t`Document`,
						cell: ({ label, kind, isTest }) => (
							<span className="flex flex-wrap items-center gap-2">
								{label}
								{kind === 'credit_note' ? <Badge variant="outline">{t`Credit note`}</Badge> : null}
								{isTest ? <Badge variant="outline">{t`Test mode`}</Badge> : null}
							</span>
						),
					},
					{
						id: 'tax',
						header: t`Tax included`,
						from: 'md',
						align: 'end',
						cell: ({ taxMinor, currency }) => <Money>{formats.money(taxMinor, currency)}</Money>,
					},
					{
						id: 'amount',
						header: t`Amount`,
						align: 'end',
						cell: ({ grossMinor, currency }) => <Money>{formats.money(grossMinor, currency)}</Money>,
					},
					{
						id: 'file',
						header: '',
						align: 'end',
						cell: (invoice) => (
							<IconButton
								icon={Download}
								label={t`Download ${invoice.label}`}
								onClick={() => void attempt(downloadFeeInvoice(organisation, invoice))}
							/>
						),
					},
				]}
			/>
			<ShowMore {...moreOf(invoices)} />
		</Card>
	);
}
