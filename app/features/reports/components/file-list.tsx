import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useReportLabels } from '#app/features/reports/labels.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { readError } from '#app/lib/read-error.ts';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { ReportRun } from '#shared/contracts/report-runs.ts';
import { reportLimits } from '#shared/rules/report-query.ts';
import { downloadRun, useRuns } from '../api.ts';

/** Files made of reports, those of schedules among them. */
export function FileList({ organisation }: { organisation: string }) {
	const { t } = useLingui();
	const runs = useRuns(organisation);
	const error = readError(runs);
	if (error) return <ErrorCallout error={error} onRetry={runs.refetch} />;
	if (!runs.data) return <RouteSkeleton />;
	if (runs.data.length === 0)
		return (
			<EmptyState
				title={t`No files yet`}
				description={t`Open a report and export it, or schedule it. The file can be downloaded here for ${reportLimits.fileDays} days.`}
			/>
		);
	return (
		<div className="flex flex-col gap-4">
			<ul className="divide-y divide-hairline rounded-lg border bg-surface">
				{runs.data.map((run) => (
					<FileRow key={run.id} organisation={organisation} run={run} />
				))}
			</ul>
			<ShowMore {...moreOf(runs)} />
		</div>
	);
}

function FileRow({ organisation, run }: { organisation: string; run: ReportRun }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const formatted = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const { formats, states } = useReportLabels();
	const [isBusy, setIsBusy] = useState(false);
	const name = run.name || t`Report`;
	const made = formatted.dateTime(run.createdAt, zone);
	const until = run.expiresAt ? formatted.dateTime(run.expiresAt, zone) : '';
	const isUnderWay = run.state === 'queued' || run.state === 'running';
	async function fetchFile() {
		setIsBusy(true);
		await attempt(downloadRun(organisation, run));
		setIsBusy(false);
	}
	return (
		<li className="flex flex-wrap items-center gap-3 p-4">
			<div className="min-w-0 flex-1 basis-56">
				<p className="flex flex-wrap items-center gap-2 font-medium">
					<span dir="auto" className="[overflow-wrap:anywhere]">
						{name}
					</span>
					<span className="text-sm font-normal text-muted">{formats[run.format]}</span>
					{run.state === 'done' ? null : (
						<StatusBadge tone={run.state === 'failed' ? 'danger' : 'neutral'}>
							{states[run.state]}
						</StatusBadge>
					)}
				</p>
				<p className="text-compact text-muted">
					{made}
					{isUnderWay || run.state === 'failed' ? null : (
						<>
							{' · '}
							<Plural value={run.rows} one="# row" other="# rows" />
							{run.bytes === null ? '' : ` · ${formatted.fileSize(run.bytes)}`}
						</>
					)}
					{run.scheduleId ? ` · ${t`by schedule`}` : ''}
				</p>
				{run.state === 'done' ? (
					<p className="text-compact text-muted">
						<Trans>Until {until}</Trans>
					</p>
				) : null}
				{run.state === 'running' && run.rows > 0 ? (
					<p className="text-compact text-muted">
						<Plural value={run.rows} one="# row so far" other="# rows so far" />
					</p>
				) : null}
				{run.state === 'failed' ? (
					<p className="text-compact text-muted">
						<Trans>It couldn’t be created. Add a filter to make the report smaller, then try again.</Trans>
					</p>
				) : null}
			</div>
			{run.state === 'done' ? (
				<Button
					size="sm"
					variant="outline"
					icon={Download}
					isLoading={isBusy}
					aria-label={t`Download ${name}`}
					onClick={() => void fetchFile()}
				>
					{t`Download`}
				</Button>
			) : null}
		</li>
	);
}
