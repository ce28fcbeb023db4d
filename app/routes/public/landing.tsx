import { useLingui } from '@lingui/react/macro';
import { Audiences } from '#app/features/landing/components/audiences.tsx';
import { Closing } from '#app/features/landing/components/closing.tsx';
import { Hero } from '#app/features/landing/components/hero.tsx';
import { Steps } from '#app/features/landing/components/steps.tsx';
import { publicPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { createEventLink, targetOf } from '#app/shell/links.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import { useRouteExists } from '#app/shell/routes-that-exist.ts';
import { type EventCard, listEvents } from '#shared/contracts/events.ts';
import type { Route } from './+types/landing';

export const headers = publicPageHeaders(30);

/** The next events that are on. The page stands without them when the list cannot be had. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<{ events: EventCard[] }> {
	try {
		const { data } = await serverApi({ context, request }).call(listEvents, { query: { limit: '5' } });
		return { events: data };
	} catch {
		return { events: [] };
	}
}

export default function LandingPage({ loaderData }: Route.ComponentProps) {
	const { t } = useLingui();
	const exists = useRouteExists();
	const createPath = targetOf(createEventLink, exists);
	return (
		<>
			<PageTitle
				title={t`Professional event management made simple`}
				description={t`Create, promote and monetize events in minutes: event pages, registration, tickets and check-in at the door.`}
			/>
			<Hero
				events={loaderData.events}
				createPath={createPath}
				browsePath={exists('/events') ? '/events' : null}
			/>
			<Steps />
			<Audiences />
			<Closing createPath={createPath} />
		</>
	);
}
