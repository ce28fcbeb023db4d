import { useOutletContext } from 'react-router';
import { AnalyticsPage } from '#app/features/analytics/components/analytics-page.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function AnalyticsRoute() {
	return <AnalyticsPage user={useOutletContext<CurrentUser>()} />;
}
