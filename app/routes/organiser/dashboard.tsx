import { useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { Dashboard } from '#app/features/events/components/dashboard/dashboard.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function DashboardPage() {
	const { t } = useLingui();
	const user = useOutletContext<CurrentUser>();
	return (
		<>
			<PageTitle title={t`Dashboard`} />
			<Dashboard user={user} />
		</>
	);
}
