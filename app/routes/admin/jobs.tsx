import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { useFailedJobs, useRetryJob } from '#app/features/admin/api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { toast } from '#app/ui/toast-store.ts';

type FailedJob = NonNullable<ReturnType<typeof useFailedJobs>['data']>['pages'][number]['data'][number];

/** Work behind the pages that failed at least once and is not done: why, when it is tried again, and another try now. */
export default function AdminJobsPage() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const formats = useFormats();
	const jobs = useFailedJobs();
	const retry = useRetryJob();
	const rows = jobs.data?.pages.flatMap((page) => page.data) ?? [];

	async function tryAgain(job: FailedJob) {
		try {
			await retry.mutateAsync(job.id);
			toast({ variant: 'success', description: t`${job.name} is due now.` });
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
		}
	}

	const columns: Column<FailedJob>[] = [
		{
			id: 'state',
			header: t`State`,
			cell: (job) =>
				job.nextAttemptAt ? (
					<StatusBadge tone="warning">
						<Trans>Tried again</Trans>
					</StatusBadge>
				) : (
					<StatusBadge tone="danger">
						<Trans>Given up</Trans>
					</StatusBadge>
				),
		},
		{
			id: 'name',
			header: t`What`,
			className: 'min-w-64',
			cell: (job) => (
				<div className="flex flex-col gap-0.5">
					<span className="font-mono text-compact">{job.name}</span>
					<span className="text-compact text-muted [overflow-wrap:anywhere]">{job.lastError}</span>
				</div>
			),
		},
		{ id: 'attempts', header: t`Tries`, align: 'end', cell: (job) => formats.number(job.attempts) },
		{
			id: 'next',
			header: t`Next try`,
			from: 'md',
			cell: (job) => (job.nextAttemptAt ? formats.relative(job.nextAttemptAt) : '–'),
		},
		{
			id: 'retry',
			header: t`Actions`,
			isHeaderHidden: true,
			align: 'end',
			cell: (job) => (
				<Button
					size="sm"
					variant="outline"
					icon={RotateCw}
					isLoading={retry.isPending && retry.variables === job.id}
					aria-label={t`Try ${job.name} again now`}
					onClick={() => void tryAgain(job)}
				>
					<Trans>Try again now</Trans>
				</Button>
			),
		},
	];
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
					isLoading={jobs.isPending}
					empty={
						<EmptyState
							title={t`Nothing has failed.`}
							description={t`Jobs that fail are tried again by themselves; those that need a look appear here.`}
						/>
					}
				/>
			</Card>
			<ShowMore
				hasMore={jobs.hasNextPage}
				isLoading={jobs.isFetchingNextPage}
				onMore={() => void jobs.fetchNextPage()}
			/>
		</section>
	);
}
