import { useOutletContext } from 'react-router';
import { AudiencePage } from '#app/features/analytics/audience-page.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function AnalyticsPage() {
	return <AudiencePage user={useOutletContext<CurrentUser>()} />;
}
