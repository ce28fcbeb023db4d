import { useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { ReportsPage } from '#app/features/reports/components/reports-page.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function CustomReportsPage() {
	const { t } = useLingui();
	return (
		<PageFrame
			title={t`Custom Reports`}
			description={t`Count and list what you need: save it, share it, have it sent, or export it as CSV or Excel.`}
		>
			<ReportsPage user={useOutletContext<CurrentUser>()} />
		</PageFrame>
	);
}
