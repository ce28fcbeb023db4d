import { Trans, useLingui } from '@lingui/react/macro';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { bufferedLines } from '../console-buffer.ts';
import type { Report } from '../use-report.ts';
import { PriorityBadge, useFeedbackLabels } from './labels.tsx';
import { ScreenshotPreviews } from './screenshot-previews.tsx';

/** The report as it will be read. */
export function FeedbackPreview({ report }: { report: Report }) {
	const { t } = useLingui();
	const labels = useFeedbackLabels();
	const { draft } = report;
	const texts: [string, string][] = [
		[t`Description`, draft.description],
		...(draft.type === 'bug'
			? ([
					[t`Steps to reproduce`, draft.steps],
					[t`Expected behaviour`, draft.expectedBehavior],
					[t`Actual behaviour`, draft.actualBehavior],
				] as [string, string][])
			: []),
	];
	return (
		<div className="flex flex-col gap-4 pt-4">
			<div className="flex flex-wrap gap-2">
				<Badge>{labels.types[draft.type]}</Badge>
				<PriorityBadge priority={draft.priority} />
				{draft.category ? <Badge variant="outline">{labels.categories[draft.category]}</Badge> : null}
			</div>
			<h3 dir="auto" className="text-base font-semibold [overflow-wrap:anywhere]">
				{draft.title.trim() || <span className="text-muted">{t`No title yet`}</span>}
			</h3>
			{texts
				.filter(([, text]) => text.trim() !== '')
				.map(([name, text]) => (
					<div key={name} className="text-sm">
						<h4 className="font-medium">{name}</h4>
						<p dir="auto" className="whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">
							{text.trim()}
						</p>
					</div>
				))}
			<p className="text-sm text-muted [overflow-wrap:anywhere]">
				{[draft.browser, draft.device === 'Mobile' ? t`Mobile` : t`Desktop`, draft.email.trim()]
					.filter(Boolean)
					.join(' · ')}
			</p>
			<ScreenshotPreviews files={report.screenshots} />
			{draft.includeConsoleLogs ? (
				<pre className="rounded-md border bg-sunken p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
					{bufferedLines()
						.map(({ level, text }) => `${level}: ${text}`)
						.join('\n') || t`The console log is empty.`}
				</pre>
			) : null}
			<Button isLoading={report.isSubmitting} onClick={() => void report.submit()}>
				<Trans>Submit</Trans>
			</Button>
		</div>
	);
}
