import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ReportStatusBadge, useFeedbackLabels } from '#app/features/feedback/components/labels.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Skeleton, SkeletonGroup } from '#app/ui/skeleton.tsx';
import { getReportStatus } from '#shared/contracts/feedback.ts';

/** The status of a report, for the holder of its signed link. */
export default function FeedbackReportPage() {
	const { t } = useLingui();
	const { reportToken = '' } = useParams();
	const words = useFeedbackLabels();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const report = useQuery({
		queryKey: ['feedback', 'status', reportToken],
		queryFn: ({ signal }) => api.call(getReportStatus, { params: { reportToken }, signal, hasBearer: false }),
	});
	if (report.error) return <ErrorScreen error={report.error} />;
	const { data } = report;
	return (
		<>
			<span data-read-late hidden />
			<div className="form-width flex w-full flex-col py-8 md:py-12">
				<PageTitle title={t`Your report`} />
				<meta name="robots" content="noindex" />
				<PageHeader
					title={data ? data.title : <Trans>Your report</Trans>}
					badge={data ? <ReportStatusBadge status={data.status} /> : undefined}
					description={data ? `${words.types[data.type]} · ${data.reportId}` : undefined}
				/>
				{data ? (
					<>
						<ol className="flex flex-col gap-3 border-s ps-5" aria-label={t`Activity`}>
							<li className="text-sm">
								<span className="font-medium">
									<Trans>Received</Trans>
								</span>
								<span className="text-muted"> · {formats.dateTime(data.createdAt, zone)}</span>
							</li>
							{data.changes.map((change) => (
								<li key={change.at} className="text-sm">
									<span className="font-medium">{words.statuses[change.status]}</span>
									<span className="text-muted"> · {formats.dateTime(change.at, zone)}</span>
								</li>
							))}
						</ol>
						<p className="mt-6 max-w-measure text-sm text-muted">
							<Trans>Save this page’s link to check the status again.</Trans>
						</p>
					</>
				) : (
					<SkeletonGroup className="flex flex-col gap-3">
						<Skeleton className="h-5 w-64" />
						<Skeleton className="h-5 w-48" />
					</SkeletonGroup>
				)}
			</div>
		</>
	);
}
