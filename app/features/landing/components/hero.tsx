import { Trans } from '@lingui/react/macro';
import { createEventLink } from '#app/shell/links.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import type { EventCard } from '#shared/contracts/events.ts';
import { Arcade } from './arcade.tsx';

export function Hero({ events }: { events: EventCard[] }) {
	return (
		<section className="pt-14 md:pt-20">
			<div className="page-width flex flex-col items-center text-center">
				<h1 className="title-event max-w-[24ch] text-balance">
					<Trans>Professional event management made simple</Trans>
				</h1>
				<p className="mt-5 max-w-[44ch] text-lg text-muted text-pretty md:text-xl">
					<Trans>Create, promote and monetize events in minutes.</Trans>
				</p>
				<div className="mt-8 flex flex-wrap justify-center gap-3">
					<ButtonLink to={createEventLink.to} size="lg">
						<Trans>Create Event</Trans>
					</ButtonLink>
					<ButtonLink to="/events" size="lg" variant="outline">
						<Trans>Browse Events</Trans>
					</ButtonLink>
				</div>
			</div>
			<div className="mt-12 md:mt-16">
				<Arcade events={events} />
			</div>
		</section>
	);
}
