import { Trans, useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { ReadyReports } from '#app/features/check-in/components/ready-reports.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function CustomReportsPage() {
	const { t } = useLingui();
	return (
		<div className="page-width flex w-full flex-col py-6 md:py-8">
			<PageTitle title={t`Custom Reports`} />
			<PageHeader
				title={<Trans>Custom Reports</Trans>}
				description={<Trans>What stands in your events, as files for a spreadsheet.</Trans>}
			/>
			<ReadyReports user={useOutletContext<CurrentUser>()} />
		</div>
	);
}
