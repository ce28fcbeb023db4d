import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarPlus, Download, ExternalLink, Printer, ScanLine } from 'lucide-react';
import { useRef } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { canonicalPath, codePath } from '#shared/rules/event-paths.ts';

/** Everything to make an event known: its link, a text, the QR as file and as a poster, the calendar file, the door. */
export function ShareKit({ event, origin }: { event: PublicEvent; origin: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const qr = useRef<HTMLDivElement>(null);
	const link = `${origin}${canonicalPath(event)}`;
	const short = `${origin}${codePath(event)}`;
	const when = formats.when(event);
	const date = [when.date, when.time].filter(Boolean).join(', ');
	const place =
		event.format === 'online' ? t`Online` : [event.venue.name, event.city].filter(Boolean).join(', ');
	const text = [event.title, [date, place].filter(Boolean).join(' · '), event.summary, link]
		.filter(Boolean)
		.join('\n');

	function saveQr() {
		const svg = qr.current?.querySelector('svg');
		if (!svg) return;
		const copy = svg.cloneNode(true) as SVGElement;
		copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
		copy.setAttribute('width', '1024');
		copy.setAttribute('height', '1024');
		const url = URL.createObjectURL(new Blob([copy.outerHTML], { type: 'image/svg+xml' }));
		const anchor = document.createElement('a');
		anchor.href = url;
		anchor.download = `${event.slug}-qr.svg`;
		anchor.click();
		setTimeout(() => URL.revokeObjectURL(url), 1_000);
	}

	return (
		<>
			<div className="grid items-start gap-6 lg:grid-cols-2 print:hidden">
				<Card title={t`Share your event`}>
					<div className="flex flex-col gap-4">
						<LinkLine label={t`Event link`} value={link} />
						<LinkLine label={t`Short link`} value={short} />
						<div className="flex flex-wrap gap-2">
							<ButtonLink to={canonicalPath(event)} variant="outline" icon={ExternalLink}>
								{t`View page`}
							</ButtonLink>
							<ButtonLink
								to={`/api/events/${event.slug}/calendar.ics`}
								isExternal
								variant="outline"
								icon={CalendarPlus}
							>
								{t`Download .ics`}
							</ButtonLink>
						</div>
					</div>
				</Card>
				<Card title={t`Share text`} actions={<CopyButton text={text} label={t`Copy`} />}>
					<p className="text-sm whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
						{text}
					</p>
				</Card>
				<Card title={t`QR code`} description={t`Opens a simplified page for posters and screens.`}>
					<div className="flex flex-wrap items-center gap-6">
						<div ref={qr}>
							<QrCode value={short} label={t`QR code of ${event.title}`} className="w-44 rounded-md" />
						</div>
						<div className="flex flex-col items-start gap-2">
							<Button variant="outline" icon={Download} onClick={saveQr}>
								{t`Download SVG`}
							</Button>
							<Button variant="outline" icon={Printer} onClick={() => window.print()}>
								{t`Print poster`}
							</Button>
						</div>
					</div>
				</Card>
				<Card title={t`Check-in`} description={t`Volunteers can check guests in without an account.`}>
					<ButtonLink to={`/events/${event.id}/door`} variant="outline" icon={ScanLine}>
						{t`Create staff link`}
					</ButtonLink>
				</Card>
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

function LinkLine({ label, value }: { label: string; value: string }) {
	return (
		<div className="flex min-w-0 flex-col gap-1">
			<span className="text-compact text-muted">{label}</span>
			<span className="flex min-w-0 items-center gap-2 rounded-md border border-hairline bg-sunken ps-3 pe-1">
				<code dir="ltr" className="min-w-0 flex-1 truncate py-2 text-sm">
					{value.replace(/^https?:\/\//, '')}
				</code>
				<CopyButton text={value} />
			</span>
		</div>
	);
}
