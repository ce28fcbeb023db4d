import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '#app/ui/button.tsx';

export function Closing({ createPath }: { createPath: string | null }) {
	return (
		<section className="page-width py-16 text-center md:py-28">
			<h2 className="title-event mx-auto max-w-[16ch] text-balance">
				<Trans>Open the doors</Trans>
			</h2>
			<p className="mx-auto mt-4 max-w-[48ch] text-muted text-pretty md:text-lg">
				<Trans>
					Your guest list stays yours: take it away as a file at any time. The software is free and open, and
					runs on a server of your own.
				</Trans>
			</p>
			{createPath ? (
				<ButtonLink to={createPath} size="lg" className="mt-8">
					<Trans>Create Event</Trans>
				</ButtonLink>
			) : null}
		</section>
	);
}
