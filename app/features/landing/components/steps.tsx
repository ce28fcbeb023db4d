import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** An evening from first idea to last guest, in the order in which it happens. */
export function Steps() {
	return (
		<section className="page-width py-16 md:py-28">
			<h2 className="title-page max-w-[22ch]">
				<Trans>From an idea to a full room</Trans>
			</h2>
			<ol className="mt-8 grid gap-px overflow-hidden rounded-xl border bg-hairline md:mt-12 md:grid-cols-4">
				<Step number={1} title={<Trans>Create</Trans>}>
					<Trans>
						A title and a start are enough. The cover, the time zone, the end and a free ticket are there
						before you ask.
					</Trans>
				</Step>
				<Step number={2} title={<Trans>Promote</Trans>}>
					<Trans>
						Publish, and the event has its own page, found by search engines and ready to share, with a
						calendar entry for everyone.
					</Trans>
				</Step>
				<Step number={3} title={<Trans>Register</Trans>}>
					<Trans>
						Guests give a name and an email address and hold their ticket. The last place is never given away
						twice.
					</Trans>
				</Step>
				<Step number={4} title={<Trans>Check in</Trans>}>
					<Trans>
						Send your helpers a link. Their phones read the codes, and each door knows within seconds who is
						in.
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
