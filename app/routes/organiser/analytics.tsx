import { useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { AudiencePage } from '#app/features/analytics/audience-page.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function AnalyticsPage() {
	const { t } = useLingui();
	return (
		<div className="page-width flex w-full flex-col py-6 md:py-8">
			<PageTitle title={t`Analytics`} />
			<AudiencePage user={useOutletContext<CurrentUser>()} />
		</div>
	);
}
