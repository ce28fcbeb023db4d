import { useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { ReadyReports } from '#app/features/attendees/components/ready-reports.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function CustomReportsPage() {
	const { t } = useLingui();
	return (
		<PageFrame
			title={t`Custom Reports`}
			description={t`Download guest and attendance reports as CSV or Excel.`}
		>
			<ReadyReports user={useOutletContext<CurrentUser>()} />
		</PageFrame>
	);
}
