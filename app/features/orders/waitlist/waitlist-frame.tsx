import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { PageTitle } from '#app/shell/page-title.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import type { WaitlistEntry } from '#shared/contracts/waitlist.ts';

/** A page about the waitlist of an event: what the event is, and beside it what there is to do. */
export function WaitlistFrame(props: {
	event: Pick<WaitlistEntry['event'], 'slug' | 'title' | 'venueName' | 'city'> & { isSandbox?: boolean };
	/** When the event is. */
	when: ReactNode;
	title: string;
	heading: string;
	/** When it changes, what was pressed is gone: the heading takes the focus. */
	state: string;
	children: ReactNode;
}) {
	const { event, state } = props;
	const heading = useRef<HTMLHeadingElement>(null);
	const shown = useRef(state);
	useEffect(() => {
		if (shown.current !== state) heading.current?.focus();
		shown.current = state;
	}, [state]);
	const place = [event.venueName, event.city].filter(Boolean).join(', ');
	return (
		<div className="page-width flex flex-1 flex-col gap-5 py-4 md:gap-8 md:py-10">
			<PageTitle title={props.title} />
			<meta name="robots" content="noindex" />
			<SandboxNote of={{ isSandbox: event.isSandbox ?? false }} />
			<h1 ref={heading} tabIndex={-1} className="title-page [overflow-wrap:anywhere]">
				{props.heading}
			</h1>
			<div className="grid items-start gap-6 lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-14">
				<section className="flex min-w-0 flex-col gap-4 rounded-xl border border-hairline bg-surface p-5">
					<h2 className="text-xl leading-snug font-semibold [overflow-wrap:anywhere]" dir="auto">
						<Link to={`/events/${event.slug}`} className="hover:underline">
							{event.title}
						</Link>
					</h2>
					{props.when}
					{place ? (
						<p className="[overflow-wrap:anywhere]" dir="auto">
							{place}
						</p>
					) : null}
				</section>
				<div className="flex min-w-0 max-w-120 flex-col gap-5">{props.children}</div>
			</div>
		</div>
	);
}
