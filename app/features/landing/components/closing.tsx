import { Trans } from '@lingui/react/macro';
import { createEventLink } from '#app/shell/links.ts';
import { ButtonLink } from '#app/ui/button.tsx';

export function Closing() {
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
