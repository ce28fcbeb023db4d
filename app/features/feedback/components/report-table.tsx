import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { FeedbackReport } from '#shared/contracts/feedback.ts';
import { feedbackPriorities, feedbackStatuses, feedbackTypes } from '#shared/rules/feedback.ts';
import { downloadReports, type FeedbackFilters, useReports } from '../api.ts';
import { PriorityBadge, ReportStatusBadge, useFeedbackLabels } from './labels.tsx';

const ReportSheet = lazyDialog(() => import('./report-sheet.tsx').then((module) => module.ReportSheet));

const START: FeedbackFilters = { type: '', status: 'open', priority: '', assignee: '', q: '' };

/** All reports, with filters, search, export, and one of them in detail. */
export function ReportTable() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const [filters, setFilters] = useState(START);
	const [opened, setOpened] = useState<string | null>(null);
	const asked = useDeferredValue(filters);
	const reports = useReports(asked);
	const rows = reports.data ?? [];
	const isNarrowed = JSON.stringify(filters) !== JSON.stringify(START);
	return (
		<div className="flex flex-col gap-4">
			<Filters filters={filters} onChange={(part) => setFilters({ ...filters, ...part })} />
			{reports.error ? (
				<Callout
					tone="danger"
					isUrgent
					action={<Button variant="outline" onClick={() => void reports.refetch()}>{t`Try again`}</Button>}
				>
					{errorText(reports.error)}
				</Callout>
			) : null}
			<Card padding="none">
				<DataTable
					label={t`Reports`}
					columns={useColumns()}
					rows={rows}
					rowKey={(report) => report.reportId}
					onOpen={(report) => setOpened(report.reportId)}
					openKey={opened}
					isLoading={reports.isPending}
					empty={
						isNarrowed ? (
							<EmptyState
								title={t`No matching reports`}
								action={
									<Button variant="outline" onClick={() => setFilters(START)}>{t`Show open reports`}</Button>
								}
							/>
						) : (
							<EmptyState
								title={t`No open reports`}
								description={t`Bug reports and feature requests appear here.`}
							/>
						)
					}
				/>
			</Card>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<ShowMore
					hasMore={reports.hasNextPage}
					isLoading={reports.isFetchingNextPage}
					onMore={() => void reports.fetchNextPage()}
					status={rows.length > 0 ? t`${rows.length} shown` : undefined}
				/>
				<ExportButton filters={filters} />
			</div>
			<ReportSheet reportId={opened} onClose={() => setOpened(null)} />
		</div>
	);
}

function ExportButton({ filters }: { filters: FeedbackFilters }) {
	const errorText = useErrorText();
	const [isLoading, setIsLoading] = useState(false);
	return (
		<Button
			variant="outline"
			icon={Download}
			isLoading={isLoading}
			onClick={async () => {
				setIsLoading(true);
				await downloadReports(filters).catch((error) =>
					toast({ variant: 'destructive', description: errorText(error) }),
				);
				setIsLoading(false);
			}}
		>
			<Trans>Export CSV</Trans>
		</Button>
	);
}

function Filters(props: { filters: FeedbackFilters; onChange: (part: Partial<FeedbackFilters>) => void }) {
	const { filters, onChange } = props;
	const { t } = useLingui();
	const labels = useFeedbackLabels();
	return (
		<div className="flex flex-wrap items-end gap-3">
			<SearchField
				label={t`Search reports`}
				placeholder={t`Text, email or report ID`}
				className="min-w-56 flex-1 basis-56"
				value={filters.q}
				onChange={(event) => onChange({ q: event.target.value })}
			/>
			<Select
				label={t`Status`}
				isLabelHidden
				value={filters.status}
				onChange={(event) => onChange({ status: event.target.value as FeedbackFilters['status'] })}
				options={[
					{ value: '', label: t`All statuses` },
					{ value: 'open', label: t`Open` },
					...feedbackStatuses.map((value) => ({ value, label: labels.statuses[value] })),
				]}
			/>
			<Select
				label={t`Type`}
				isLabelHidden
				value={filters.type}
				onChange={(event) => onChange({ type: event.target.value as FeedbackFilters['type'] })}
				options={[
					{ value: '', label: t`All types` },
					...feedbackTypes.map((value) => ({ value, label: labels.types[value] })),
				]}
			/>
			<Select
				label={t`Priority`}
				isLabelHidden
				value={filters.priority}
				onChange={(event) => onChange({ priority: event.target.value as FeedbackFilters['priority'] })}
				options={[
					{ value: '', label: t`All priorities` },
					...feedbackPriorities.map((value) => ({ value, label: labels.priorities[value] })),
				]}
			/>
			<Select
				label={t`Assignee`}
				isLabelHidden
				value={filters.assignee}
				onChange={(event) => onChange({ assignee: event.target.value as FeedbackFilters['assignee'] })}
				options={[
					{ value: '', label: t`All assignees` },
					{ value: 'me', label: t`Assigned to me` },
					{ value: 'nobody', label: t`Unassigned` },
				]}
			/>
		</div>
	);
}

function useColumns(): Column<FeedbackReport>[] {
	const { t } = useLingui();
	const labels = useFeedbackLabels();
	const formats = useFormats();
	return [
		{ id: 'status', header: t`Status`, cell: (report) => <ReportStatusBadge status={report.status} /> },
		{
			id: 'title',
			header: t`Report`,
			className: 'min-w-48',
			cell: (report) => (
				<div className="flex flex-col gap-0.5">
					<span dir="auto" className="font-medium [overflow-wrap:anywhere]">
						{report.title}
					</span>
					<span className="text-compact text-muted">
						{report.reportId} · {labels.types[report.type]}
					</span>
				</div>
			),
		},
		{
			id: 'priority',
			header: t`Priority`,
			from: 'sm',
			cell: (report) => <PriorityBadge priority={report.priority} />,
		},
		{ id: 'assignee', header: t`Assignee`, from: 'md', cell: (report) => report.assignee?.name ?? '–' },
		{
			id: 'created',
			header: t`Sent`,
			from: 'md',
			align: 'end',
			cell: (report) => formats.relative(report.createdAt),
		},
	];
}
