import { Trans, useLingui } from '@lingui/react/macro';
import { Download, Printer } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';

/** The printed page: the event with the QR code of its short address. */
export function Poster(props: { event: PublicEvent; date: string; place: string; value: string }) {
	const { event, date, place, value } = props;
	return (
		<section aria-hidden="true" className="hidden flex-col items-center gap-8 pt-16 text-center print:flex">
			<p className="font-display text-4xl leading-tight font-semibold" dir="auto">
				{event.title}
			</p>
			<p className="text-xl" dir="auto">
				{date}
				<br />
				{place}
			</p>
			<QrCode value={value} label="" className="w-80" />
			<p className="text-lg">{value.replace(/^https?:\/\//, '')}</p>
			<p className="text-base text-muted" dir="auto">
				<Trans>by {event.organiser.name}</Trans>
			</p>
		</section>
	);
}

/** The QR code with its address, as a file and as a poster. */
export function QrParts(props: { value: string; name: string; title: string; isPoster?: boolean }) {
	const { value, name, title, isPoster = true } = props;
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
				{isPoster ? (
					<Button variant="outline" icon={Printer} onClick={() => window.print()}>
						{t`Print poster`}
					</Button>
				) : null}
				<Button variant="outline" icon={Download} onClick={save}>
					{t`Download SVG`}
				</Button>
			</div>
		</div>
	);
}
