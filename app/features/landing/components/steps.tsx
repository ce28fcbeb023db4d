import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** The four steps of an event, in order. */
export function Steps() {
	return (
		<section className="page-width py-16 md:py-28">
			<h2 className="title-page max-w-[22ch]">
				<Trans>From an idea to a full room</Trans>
			</h2>
			<ol className="mt-8 grid gap-px overflow-hidden rounded-xl border bg-hairline md:mt-12 md:grid-cols-4">
				<Step number={1} title={<Trans>Create</Trans>}>
					<Trans>
						A title and a start are enough. The cover, time zone, end and a free ticket are set for you.
					</Trans>
				</Step>
				<Step number={2} title={<Trans>Promote</Trans>}>
					<Trans>
						Your event gets its own page, ready for search engines and sharing, with a calendar entry for
						every guest.
					</Trans>
				</Step>
				<Step number={3} title={<Trans>Register</Trans>}>
					<Trans>Guests enter a name and an email address and get their ticket. You never oversell.</Trans>
				</Step>
				<Step number={4} title={<Trans>Check in</Trans>}>
					<Trans>
						Send your volunteers a link. They scan tickets with their phones, and every device is up to date
						within seconds.
					</Trans>
				</Step>
			</ol>
		</section>
	);
}

function Step({ number, title, children }: { number: number; title: ReactNode; children: ReactNode }) {
	return (
		<li className="flex gap-4 bg-surface p-5 md:flex-col md:p-6 md:pb-8">
			<span
				aria-hidden="true"
				className="font-display text-3xl font-semibold text-accent tabular-nums leading-none md:mb-6"
			>
				{number}
			</span>
			<div>
				<h3 className="font-semibold">{title}</h3>
				<p className="mt-1.5 text-sm text-muted text-pretty">{children}</p>
			</div>
		</li>
	);
}
