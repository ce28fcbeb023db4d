import { Trans, useLingui } from '@lingui/react/macro';
import { Audiences } from '#app/features/landing/components/audiences.tsx';
import { Hero } from '#app/features/landing/components/hero.tsx';
import { Steps } from '#app/features/landing/components/steps.tsx';
import { prepareFormats } from '#app/lib/format.ts';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { createEventLink } from '#app/shell/links.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { listEvents } from '#shared/contracts/event-lists.ts';
import type { EventCard } from '#shared/contracts/events.ts';
import type { Route } from './+types/landing';

prepareFormats();

export const headers = publicPageHeaders(30);
export const handle = publicPageHandle();

const shown = 5;

/**
 * The events that administrators chose, the soonest first, then the next ones that are on. The page stands without them when
 * the list cannot be had.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<{ events: EventCard[] }> {
	const api = serverApi({ context, request });
	const limit = String(shown);
	try {
		const [featured, next] = await Promise.all([
			api.call(listEvents, { query: { limit, featured: 'true' } }),
			api.call(listEvents, { query: { limit } }),
		]);
		const isChosen = new Set(featured.data.map(({ id }) => id));
		const others = next.data.filter(({ id }) => !isChosen.has(id));
		return { events: [...featured.data, ...others].slice(0, shown) };
	} catch {
		return { events: [] };
	}
}

export default function LandingPage({ loaderData }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<>
			<PublicHead
				path="/"
				imageUrl={pictureOf('home')}
				title={t`Professional event management made simple`}
				description={t`Create, promote and monetize events in minutes: event pages, registration, tickets and check-in.`}
			/>
			<Hero events={loaderData.events} />
			<Steps />
			<Audiences />
			<Closing />
		</>
	);
}

function Closing() {
	return (
		<section className="page-width py-16 text-center md:py-28">
			<h2 className="title-event mx-auto max-w-[16ch] text-balance">
				<Trans>Create your first event</Trans>
			</h2>
			<p className="mx-auto mt-4 max-w-[48ch] text-muted text-pretty md:text-lg">
				<Trans>Your guest list stays yours: export it at any time.</Trans>
			</p>
			<ButtonLink to={createEventLink.to} size="lg" className="mt-8">
				<Trans>Create Event</Trans>
			</ButtonLink>
		</section>
	);
}
