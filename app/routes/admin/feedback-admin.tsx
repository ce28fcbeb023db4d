import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { downloadReports, type FeedbackFilters, useReports } from '#app/features/feedback/api.ts';
import {
	PriorityBadge,
	ReportStatusBadge,
	useFeedbackLabels,
} from '#app/features/feedback/components/labels.tsx';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog, lazyPart } from '#app/shell/lazy-part.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { RowName } from '#app/ui/row-name.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { FeedbackReport } from '#shared/contracts/feedback.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { feedbackPriorities, feedbackStatuses, feedbackTypes } from '#shared/rules/feedback.ts';

const TwoFactorFirst = lazyPart(
	() =>
		import('#app/features/accounts/components/two-factor-first.tsx').then((module) => module.TwoFactorFirst),
	null,
);

const ReportSheet = lazyDialog(() =>
	import('#app/features/feedback/components/report-sheet.tsx').then((module) => module.ReportSheet),
);

/** Bug reports and feature requests. The server refuses everybody but administrators as well, call by call. */
export default function FeedbackAdminPage() {
	const { t } = useLingui();
	const user = useOutletContext<CurrentUser>();
	if (user.isAdmin && user.needsTwoFactor) return <TwoFactorFirst />;
	if (!user.isAdmin) return <ErrorScreen error={new AppError('AUTH_INSUFFICIENT_PERMISSIONS')} />;
	return (
		<PageFrame
			title={t`Feedback`}
			documentTitle={null}
			actions={
				<ButtonLink to="/admin" variant="outline">
					<Trans>Admin</Trans>
				</ButtonLink>
			}
			description={
				<Trans>
					Bug reports and feature requests. If email is set up, reporters are emailed when the status changes.
				</Trans>
			}
		>
			<Reports />
		</PageFrame>
	);
}

function Reports() {
	const { t } = useLingui();
	const labels = useFeedbackLabels();
	return (
		<AdminListPage
			title={t`Feedback`}
			label={t`Reports`}
			search={{ label: t`Search reports`, placeholder: t`Text, email or report ID` }}
			filters={[
				{
					name: 'status',
					label: t`Status`,
					initial: 'open',
					options: [
						{ value: '', label: t`All statuses` },
						{ value: 'open', label: t`Open` },
						...feedbackStatuses.map((value) => ({ value, label: labels.statuses[value] })),
					],
				},
				{
					name: 'type',
					label: t`Type`,
					options: [
						{ value: '', label: t`All types` },
						...feedbackTypes.map((value) => ({ value, label: labels.types[value] })),
					],
				},
				{
					name: 'priority',
					label: t`Priority`,
					options: [
						{ value: '', label: t`All priorities` },
						...feedbackPriorities.map((value) => ({ value, label: labels.priorities[value] })),
					],
				},
				{
					name: 'assignee',
					label: t`Assignee`,
					options: optionsOf({ '': t`All assignees`, me: t`Assigned to me`, nobody: t`Unassigned` }),
				},
			]}
			useRows={useReports}
			rowKey={(report) => report.reportId}
			columns={useColumns()}
			empty={{
				title: t`No open reports`,
				description: t`Bug reports and feature requests appear here.`,
				noMatch: t`No matching reports`,
				reset: t`Show open reports`,
			}}
			actions={(filters) => <ExportButton filters={filters} />}
			sheet={(report, onClose) => <ReportSheet reportId={report?.reportId ?? null} onClose={onClose} />}
		/>
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
					<RowName>{report.title}</RowName>
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
