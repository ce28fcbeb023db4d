import { useOutletContext } from 'react-router';
import { Dashboard } from '#app/features/events/components/dashboard/dashboard.tsx';
import type { ShapedPage } from '#app/shell/route-skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export const handle = { shape: 'hero' } satisfies ShapedPage;

export default function DashboardPage() {
	return <Dashboard user={useOutletContext<CurrentUser>()} />;
}
