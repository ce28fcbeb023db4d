import { useOutletContext } from 'react-router';
import { AnalyticsPage } from '#app/features/analytics/components/analytics-page.tsx';
import type { ShapedPage } from '#app/shell/route-skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export const handle = { shape: 'figures' } satisfies ShapedPage;

export default function AnalyticsRoute() {
	return <AnalyticsPage user={useOutletContext<CurrentUser>()} />;
}
