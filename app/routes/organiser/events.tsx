import { useOutletContext } from 'react-router';
import { EventsPage } from '#app/features/events/components/dashboard/dashboard.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function EventsRoute() {
	return <EventsPage user={useOutletContext<CurrentUser>()} />;
}
