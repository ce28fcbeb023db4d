import { useOutletContext } from 'react-router';
import { Dashboard } from '#app/features/events/components/dashboard/dashboard.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function DashboardPage() {
	return <Dashboard user={useOutletContext<CurrentUser>()} />;
}
