import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { type FailedJob, useRetryJob } from '../api.ts';
import { jobLabels } from '../job-labels.ts';
import { toLabel } from '../to-label.ts';
import { JobState } from './job-state.tsx';

/** One failed job: what it was about, why it failed, and another try. */
export function JobSheet({ job, onClose }: { job: FailedJob | null; onClose: () => void }) {
	const { i18n } = useLingui();
	const title = job ? toLabel(i18n, jobLabels, job.name) : '';
	return (
		<Sheet isOpen={job !== null} onClose={onClose} title={title}>
			{job ? <Detail key={job.id} job={job} onClose={onClose} /> : null}
		</Sheet>
	);
}

function Detail({ job, onClose }: { job: FailedJob; onClose: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const attempt = useAttempt();
	const dateTime = useViewerTime();
	const retry = useRetryJob();

	async function tryAgain() {
		if (await attempt(retry.mutateAsync(job.id), t`Retrying`)) onClose();
	}

	return (
		<div className="flex flex-col gap-5">
			<JobState nextAttemptAt={job.nextAttemptAt} />
			<DescriptionList
				facts={[
					[t`Name`, job.name],
					[t`Created`, dateTime(job.createdAt)],
					[t`Attempts`, formats.number(job.attempts)],
					[t`Next attempt`, job.nextAttemptAt ? dateTime(job.nextAttemptAt) : ''],
				]}
			/>
			<section aria-label={t`Error`} className="flex flex-col items-start gap-3">
				<pre className="w-full rounded-lg border bg-sunken p-4 font-mono text-compact whitespace-pre-wrap [overflow-wrap:anywhere]">
					{job.lastError || t`No error message`}
				</pre>
				<div className="flex flex-wrap gap-2">
					<Button icon={RotateCw} isLoading={retry.isPending} onClick={() => void tryAgain()}>
						<Trans>Retry now</Trans>
					</Button>
					<CopyButton text={`${job.name}\n${job.lastError}`} label={t`Copy`} size="md" />
				</div>
			</section>
		</div>
	);
}
