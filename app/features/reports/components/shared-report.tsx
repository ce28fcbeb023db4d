import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { chartOf } from '#app/features/reports/chart-data.ts';
import { useFormats } from '#app/lib/format.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { SharedReport as Shared } from '#shared/contracts/report-sharing.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportTable } from './report-table.tsx';

/** A report as anybody with its link sees it. */
export function SharedReport({ report }: { report: Shared }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { columns, rows, timeZone } = report;
	const drawn = chartOf(columns, rows, report.chart);
	const asOf = formats.dateTime(report.asOf, timeZone);
	const zone = timeZone.replaceAll('_', ' ');
	return (
		<>
			<PageHeader
				title={report.name}
				description={
					<>
						{report.organisationName}
						{' · '}
						<Trans>
							as of {asOf} ({zone})
						</Trans>
					</>
				}
			/>
			<div className="flex flex-col gap-4">
				{drawn ? <ReportChart data={drawn} columns={columns} timeZone={timeZone} /> : null}
				{rows.length === 0 ? (
					<EmptyState title={t`No results`} />
				) : (
					<ReportTable
						label={report.name}
						columns={columns}
						rows={rows}
						totals={report.totals}
						timeZone={timeZone}
					/>
				)}
				{report.hasMore ? (
					<p className="text-sm text-muted">
						<Plural
							value={rows.length}
							one="Only the first row is shown."
							other="Only the first # rows are shown."
						/>
					</p>
				) : null}
			</div>
		</>
	);
}
