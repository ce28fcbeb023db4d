import { useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { type FailedJob, useFailedJobs, useRetryJob } from '#app/features/admin/api.ts';
import { JobState } from '#app/features/admin/components/job-state.tsx';
import { jobLabels } from '#app/features/admin/job-labels.ts';
import { toLabel } from '#app/features/admin/to-label.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { toast } from '#app/ui/toast-store.ts';

const JobSheet = lazyDialog(() =>
	import('#app/features/admin/components/job-sheet.tsx').then((module) => module.JobSheet),
);

/** Work behind the pages that failed at least once and is not done: why, when it is tried again, and another try now. */
export default function AdminJobsPage() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const jobs = useFailedJobs();
	const columns = useColumns();
	const [opened, setOpened] = useState<FailedJob | null>(null);
	const rows = jobs.data ?? [];
	return (
		<section className="flex flex-col gap-4">
			<PageTitle title={t`Failed jobs`} />
			{jobs.error ? (
				<Callout tone="danger" isUrgent>
					{errorText(jobs.error)}
				</Callout>
			) : null}
			<Card padding="none">
				<DataTable
					label={t`Failed jobs`}
					columns={columns}
					rows={rows}
					rowKey={(job) => job.id}
					onOpen={setOpened}
					openKey={opened?.id ?? null}
					isLoading={jobs.isPending}
					empty={
						<EmptyState
							title={t`No failed jobs`}
							description={t`Jobs that fail are retried automatically and appear here.`}
						/>
					}
				/>
			</Card>
			<ShowMore
				hasMore={jobs.hasNextPage}
				isLoading={jobs.isFetchingNextPage}
				onMore={() => void jobs.fetchNextPage()}
			/>
			<JobSheet job={opened} onClose={() => setOpened(null)} />
		</section>
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
	const errorText = useErrorText();
	const retry = useRetryJob();
	const what = toLabel(i18n, jobLabels, job.name);
	async function tryAgain() {
		try {
			await retry.mutateAsync(job.id);
			toast({ variant: 'success', description: t`Retrying` });
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
		}
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
