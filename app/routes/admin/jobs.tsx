import { useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { type FailedJob, useFailedJobs, useRetryJob } from '#app/features/admin/api.ts';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { JobState } from '#app/features/admin/components/job-state.tsx';
import { jobLabels } from '#app/features/admin/job-labels.ts';
import { toLabel } from '#app/features/admin/to-label.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';

const JobSheet = lazyDialog(() =>
	import('#app/features/admin/components/job-sheet.tsx').then((module) => module.JobSheet),
);

/** Work behind the pages that failed at least once and is not done: why, when it is tried again, and another try now. */
export default function AdminJobsPage() {
	const { t } = useLingui();
	return (
		<AdminListPage
			title={t`Failed jobs`}
			useRows={useFailedJobs}
			columns={useColumns()}
			empty={{
				title: t`No failed jobs`,
				description: t`Jobs that fail are retried automatically and appear here.`,
			}}
			sheet={(job, onClose) => <JobSheet job={job} onClose={onClose} />}
		/>
	);
}

function useColumns(): Column<FailedJob>[] {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	return [
		{ id: 'state', header: t`Status`, cell: (job) => <JobState nextAttemptAt={job.nextAttemptAt} /> },
		{
			id: 'name',
			header: t`Job`,
			className: 'min-w-40',
			cell: (job) => (
				<div className="flex flex-col gap-0.5">
					<span className="font-medium">{toLabel(i18n, jobLabels, job.name)}</span>
					<span className="line-clamp-2 text-compact text-muted [overflow-wrap:anywhere]">
						{job.lastError}
					</span>
				</div>
			),
		},
		{
			id: 'attempts',
			header: t`Attempts`,
			from: 'sm',
			align: 'end',
			cell: (job) => formats.number(job.attempts),
		},
		{
			id: 'next',
			header: t`Next attempt`,
			from: 'md',
			align: 'end',
			cell: (job) => (job.nextAttemptAt ? formats.relative(job.nextAttemptAt) : '–'),
		},
		{
			id: 'retry',
			header: t`Actions`,
			isHeaderHidden: true,
			align: 'end',
			cell: (job) => <TryAgain job={job} />,
		},
	];
}

function TryAgain({ job }: { job: FailedJob }) {
	const { t, i18n } = useLingui();
	const attempt = useAttempt();
	const retry = useRetryJob();
	const what = toLabel(i18n, jobLabels, job.name);
	async function tryAgain() {
		await attempt(retry.mutateAsync(job.id), t`Retrying`);
	}
	return (
		<IconButton
			icon={RotateCw}
			variant="outline"
			size="sm"
			isLoading={retry.isPending}
			label={t`Retry now: ${what}`}
			tip="none"
			onClick={() => void tryAgain()}
		/>
	);
}
