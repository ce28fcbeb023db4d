import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { DoorDrawing, FormDrawing, GatheringDrawing, TicketDrawing } from './drawings.tsx';

/** The product’s benefits for each of its four audiences. */
export function Audiences() {
	return (
		<section className="border-y bg-sunken py-16 md:py-28">
			<div className="page-width">
				<h2 className="title-page max-w-[24ch]">
					<Trans>For everyone at your event</Trans>
				</h2>
				<div className="mt-8 grid gap-4 md:mt-12 md:grid-cols-2 md:gap-6">
					<Audience hue={35} drawing={<FormDrawing />} title={<Trans>Organisers</Trans>}>
						<Line>
							<Trans>Publish with two fields and two clicks</Trans>
						</Line>
						<Line>
							<Trans>Guest list with search, import, and export to CSV and Excel</Trans>
						</Line>
						<Line>
							<Trans>Live registrations and check-ins</Trans>
						</Line>
					</Audience>
					<Audience hue={265} drawing={<TicketDrawing />} title={<Trans>Visitors</Trans>}>
						<Line>
							<Trans>Register on one screen, no account</Trans>
						</Line>
						<Line>
							<Trans>Your ticket and calendar entry right away</Trans>
						</Line>
						<Line>
							<Trans>Cancel in one click</Trans>
						</Line>
					</Audience>
					<Audience hue={330} drawing={<GatheringDrawing />} title={<Trans>Fundraisers</Trans>}>
						<Line>
							<Trans>An event page to share with supporters</Trans>
						</Line>
						<Line>
							<Trans>Galas, runs and fairs with limited capacity</Trans>
						</Line>
						<Line>
							<Trans>A list of everyone who came, so you can thank them</Trans>
						</Line>
					</Audience>
					<Audience hue={155} drawing={<DoorDrawing />} title={<Trans>Check-in staff</Trans>}>
						<Line>
							<Trans>Open a link and scan: no account, nothing to install</Trans>
						</Line>
						<Line>
							<Trans>Clear result: colour, icon, word and sound</Trans>
						</Line>
						<Line>
							<Trans>No code? Two letters of the name find the guest</Trans>
						</Line>
					</Audience>
				</div>
			</div>
		</section>
	);
}

function Audience(props: { hue: number; drawing: ReactNode; title: ReactNode; children: ReactNode }) {
	return (
		<article
			style={{ '--event-hue': props.hue }}
			className="event-theme flex flex-col overflow-hidden rounded-xl border bg-surface"
		>
			<div className="flex h-44 items-end justify-center overflow-hidden bg-event-wash text-event md:h-52">
				{props.drawing}
			</div>
			<div className="p-5 md:p-7">
				<h3 className="text-lg font-semibold">{props.title}</h3>
				<ul className="mt-3 flex flex-col gap-2">{props.children}</ul>
			</div>
		</article>
	);
}

function Line({ children }: { children: ReactNode }) {
	return (
		<li className="flex gap-2.5 text-sm">
			<Icon icon={Check} className="mt-0.5 text-event-ink" />
			<span>{children}</span>
		</li>
	);
}
