import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarPlus, Download, Printer } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { ShareStep } from '#app/features/events/share-steps.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { canonicalPath, codePath } from '#shared/rules/event-paths.ts';
import { NextSteps } from './next-steps.tsx';
import { ShareCard } from './share-card.tsx';

/** Everything to make an event known: its link with the ways to share it, a text, the QR code as a file and as a poster, the calendar file. */
export function ShareKit(props: {
	event: PublicEvent;
	origin: string;
	/** It was published a moment ago. */
	isNew: boolean;
	steps: readonly ShareStep[];
	/** Another module's card of links. */
	links: ReactNode;
}) {
	const { event, origin } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const link = `${origin}${canonicalPath(event)}`;
	const short = `${origin}${codePath(event)}`;
	const when = formats.when(event);
	const date = [when.date, when.time].filter(Boolean).join(', ');
	const place =
		event.format === 'online' ? t`Online` : [event.venueName, event.city].filter(Boolean).join(', ');
	const text = [event.title, [date, place].filter(Boolean).join(' · '), event.summary]
		.filter(Boolean)
		.join('\n');
	return (
		<>
			<div className="flex flex-col gap-6 print:hidden">
				<ShareCard event={event} shared={{ title: event.title, text, url: link }} isNew={props.isNew} />
				<NextSteps event={event.id} steps={props.steps} />
				<div className="grid items-start gap-6 lg:grid-cols-2">
					<Card title={t`QR code`} description={t`Opens a simplified page for posters and screens.`}>
						<QrParts value={short} name={event.slug} title={event.title} />
					</Card>
					<Card title={t`Share text`} actions={<CopyButton text={`${text}\n${link}`} label={t`Copy`} />}>
						<p className="text-sm whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
							{`${text}\n${link}`}
						</p>
						<ButtonLink
							to={`/api/events/${event.slug}/calendar.ics`}
							isExternal
							variant="outline"
							icon={CalendarPlus}
							className="mt-5"
						>
							{t`Download .ics`}
						</ButtonLink>
					</Card>
				</div>
				{props.links}
			</div>
			<section aria-hidden="true" className="hidden flex-col items-center gap-8 pt-16 text-center print:flex">
				<p className="font-display text-4xl leading-tight font-semibold" dir="auto">
					{event.title}
				</p>
				<p className="text-xl" dir="auto">
					{date}
					<br />
					{place}
				</p>
				<QrCode value={short} label="" className="w-80" />
				<p className="text-lg">{short.replace(/^https?:\/\//, '')}</p>
				<p className="text-base text-muted" dir="auto">
					<Trans>by {event.organiser.name}</Trans>
				</p>
			</section>
		</>
	);
}

/** The QR code with its address, as a file and as a poster. */
function QrParts({ value, name, title }: { value: string; name: string; title: string }) {
	const { t } = useLingui();
	const qr = useRef<HTMLDivElement>(null);
	function save() {
		const svg = qr.current?.querySelector('svg');
		if (!svg) return;
		const copy = svg.cloneNode(true) as SVGElement;
		copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
		copy.setAttribute('width', '1024');
		copy.setAttribute('height', '1024');
		const url = URL.createObjectURL(new Blob([copy.outerHTML], { type: 'image/svg+xml' }));
		const anchor = document.createElement('a');
		anchor.href = url;
		anchor.download = `${name}-qr.svg`;
		anchor.click();
		setTimeout(() => URL.revokeObjectURL(url), 1_000);
	}
	return (
		<div className="flex flex-wrap items-center gap-6">
			<div ref={qr}>
				<QrCode value={value} label={t`QR code of ${title}`} className="w-44 rounded-md" />
			</div>
			<div className="flex min-w-0 flex-1 basis-40 flex-col items-start gap-2">
				<p className="flex max-w-full items-center gap-1 text-sm">
					<code dir="ltr" className="min-w-0 truncate">
						{value.replace(/^https?:\/\//, '')}
					</code>
					<CopyButton text={value} />
				</p>
				<Button variant="outline" icon={Printer} onClick={() => window.print()}>
					{t`Print poster`}
				</Button>
				<Button variant="outline" icon={Download} onClick={save}>
					{t`Download SVG`}
				</Button>
			</div>
		</div>
	);
}
