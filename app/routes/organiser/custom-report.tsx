import { useOutletContext, useParams, useSearchParams } from 'react-router';
import { BuilderPage } from '#app/features/reports/components/builder/builder-page.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function CustomReportPage() {
	const { report = 'new' } = useParams();
	const [search] = useSearchParams();
	return (
		<BuilderPage
			user={useOutletContext<CurrentUser>()}
			organisation={search.get('organisation')}
			report={report === 'new' ? null : report}
			ready={search.get('ready')}
		/>
	);
}
