import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { PageTitle } from '#app/shell/page-title.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import type { Group } from '#shared/contracts/groups.ts';
import { TicketEventFacts } from '../components/ticket-event-facts.tsx';

/** A page about a group: its event, and beside it what there is to do. */
export function GroupFrame(props: {
	event: Group['event'];
	/** When the event is. */
	when: ReactNode;
	title: string;
	heading: ReactNode;
	/** When it changes, what was pressed is gone: the heading takes the focus. */
	state: string;
	/** At the event’s side, under it. */
	aside?: ReactNode;
	children: ReactNode;
}) {
	const { event, state } = props;
	const heading: RefObject<HTMLHeadingElement | null> = useRef(null);
	const shown = useRef(state);
	useEffect(() => {
		if (shown.current !== state) heading.current?.focus();
		shown.current = state;
	}, [state]);
	return (
		<div
			className="event-theme flex-1 bg-linear-to-b from-event-wash to-paper to-[32rem]"
			style={{ '--event-hue': event.themeHue }}
		>
			<div className="page-width flex flex-col gap-5 py-4 md:gap-8 md:py-10">
				<PageTitle title={props.title} />
				<meta name="robots" content="noindex" />
				<SandboxNote of={event} />
				<h1 ref={heading} tabIndex={-1} className="title-page [overflow-wrap:anywhere]">
					{props.heading}
				</h1>
				<div className="grid items-start gap-6 lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-14">
					<div className="flex min-w-0 flex-col gap-5">
						<TicketEventFacts event={event} when={props.when} />
						{props.aside}
					</div>
					<div className="flex min-w-0 max-w-160 flex-col gap-6">{props.children}</div>
				</div>
			</div>
		</div>
	);
}
