import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { SharedReport } from '#app/features/reports/components/shared-report.tsx';
import { api } from '#app/lib/api-client.ts';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { openReportLink } from '#shared/contracts/report-sharing.ts';

/** A report, for anybody with its link. */
export default function SharedReportPage() {
	const { t } = useLingui();
	const { token = '' } = useParams();
	const { data, error } = useQuery({
		queryKey: ['shared-report', token],
		queryFn: ({ signal }) => api.call(openReportLink, { params: { token }, signal, hasBearer: false }),
	});
	if (error && !data) return <ErrorScreen error={error} />;
	return (
		<>
			<span data-read-late hidden />
			<div className="page-width w-full py-8 md:py-12">
				<PageTitle title={data?.name ?? t`Shared report`} />
				<meta name="robots" content="noindex" />
				{data ? <SharedReport report={data} /> : <Skeleton className="h-96" />}
			</div>
		</>
	);
}
