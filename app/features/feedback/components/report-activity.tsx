import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Time } from '#app/ui/time.tsx';
import type { FeedbackDetail } from '#shared/contracts/feedback.ts';
import type { FeedbackPriority, FeedbackStatus } from '#shared/rules/feedback.ts';
import { useFeedbackLabels } from './labels.tsx';

type Entry = FeedbackDetail['activity'][number];

/** Notes and changes, oldest first. */
export function ReportActivity({ report }: { report: FeedbackDetail }) {
	const { t } = useLingui();
	const formats = useFormats();
	const dateTime = useViewerTime();
	if (report.activity.length === 0) return null;
	return (
		<ol aria-label={t`Activity`} className="flex flex-col gap-3 border-s ps-4">
			{report.activity.map((entry) => (
				<li key={entry.id} className="text-sm">
					<p className="text-muted">
						<span className="font-medium text-ink">{entry.author || t`Deleted user`}</span>
						{' · '}
						<Time dateTime={entry.at} exact={dateTime(entry.at)}>
							{formats.relative(entry.at)}
						</Time>
					</p>
					<EntryText entry={entry} />
				</li>
			))}
		</ol>
	);
}

function EntryText({ entry }: { entry: Entry }) {
	const labels = useFeedbackLabels();
	switch (entry.kind) {
		case 'status': {
			const status = labels.statuses[entry.text as FeedbackStatus];
			return <p>{<Trans>Status: {status}</Trans>}</p>;
		}
		case 'priority': {
			const priority = labels.priorities[entry.text as FeedbackPriority];
			return <p>{<Trans>Priority: {priority}</Trans>}</p>;
		}
		case 'assignee':
			return <p>{entry.text ? <Trans>Assigned to {entry.text}</Trans> : <Trans>Unassigned</Trans>}</p>;
		case 'merge':
			return <p>{<Trans>{entry.text} was merged into this report</Trans>}</p>;
		default:
			return (
				<p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
					{entry.text}
				</p>
			);
	}
}
