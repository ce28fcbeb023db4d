import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { FeedbackDetail } from '#shared/contracts/feedback.ts';
import { useScreenshot } from '../api.ts';
import { PriorityBadge, ReportStatusBadge, useFeedbackLabels } from './labels.tsx';

type Screenshot = FeedbackDetail['screenshots'][number];

/** The report as sent. */
export function ReportBody({ report }: { report: FeedbackDetail }) {
	const { t } = useLingui();
	const labels = useFeedbackLabels();
	const texts: [string, string][] = [
		[t`Description`, report.description],
		[t`Steps to reproduce`, report.steps],
		[t`Expected behaviour`, report.expectedBehavior],
		[t`Actual behaviour`, report.actualBehavior],
	];
	const facts: [string, string][] = [
		[t`Type`, labels.types[report.type]],
		[t`Category`, labels.categories[report.category] ?? report.category],
		[t`From`, report.email],
		[t`Page`, report.url],
		[t`Browser`, `${report.browser} · ${report.device}`],
		[t`Duplicate of`, report.duplicateOf ?? ''],
	];
	return (
		<div className="flex flex-col gap-4">
			<div className="flex flex-wrap gap-2">
				<ReportStatusBadge status={report.status} />
				<PriorityBadge priority={report.priority} />
			</div>
			<h3 dir="auto" className="text-lg font-semibold [overflow-wrap:anywhere]">
				{report.title}
			</h3>
			{texts
				.filter(([, text]) => text !== '')
				.map(([name, text]) => (
					<div key={name} className="text-sm">
						<h4 className="font-medium">{name}</h4>
						<p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
							{text}
						</p>
					</div>
				))}
			<Screenshots report={report} />
			<DescriptionList facts={facts} />
			{report.consoleLog.length > 0 ? (
				<details className="text-sm">
					<summary className="cursor-pointer font-medium">
						<Trans>Console log</Trans>
					</summary>
					<pre className="mt-2 rounded-md border bg-sunken p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
						{report.consoleLog.map(({ at, level, text }) => `${at} ${level} ${text}`).join('\n')}
					</pre>
				</details>
			) : null}
		</div>
	);
}

function Screenshots({ report }: { report: FeedbackDetail }) {
	const { t } = useLingui();
	const [opened, setOpened] = useState<Screenshot | null>(null);
	if (report.screenshots.length === 0) return null;
	return (
		<>
			<ul aria-label={t`Screenshots`} className="grid grid-cols-3 gap-2">
				{report.screenshots.map((screenshot) => (
					<li key={screenshot.id}>
						<button
							type="button"
							className="block w-full overflow-hidden rounded-md border"
							onClick={() => setOpened(screenshot)}
						>
							<Picture
								reportId={report.reportId}
								screenshot={screenshot}
								size="small"
								className="aspect-4/3 object-cover"
							/>
						</button>
					</li>
				))}
			</ul>
			<Dialog isOpen={opened !== null} onClose={() => setOpened(null)} size="lg" title={opened?.name ?? ''}>
				{opened ? <Picture reportId={report.reportId} screenshot={opened} size="large" /> : null}
			</Dialog>
		</>
	);
}

function Picture(props: {
	reportId: string;
	screenshot: Screenshot;
	size: 'small' | 'large';
	className?: string;
}) {
	const { reportId, screenshot, size, className = '' } = props;
	const picture = useScreenshot(reportId, screenshot.id, size);
	if (!picture.data) return <Skeleton className="aspect-4/3 w-full" />;
	return <img src={picture.data} alt={screenshot.name} className={`w-full ${className}`} />;
}
