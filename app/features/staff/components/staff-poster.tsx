import { Trans, useLingui } from '@lingui/react/macro';
import { Printer } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { StaffLink } from '#shared/contracts/staff.ts';

/** The way in as a QR code and a short code: on the screen for a phone beside you, or as a sheet of paper for the staff room. */
export function StaffPoster(props: {
	event: PublicEvent;
	link: StaffLink;
	gate: string | undefined;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { link } = props;
	const entrance = `${location.origin}/staff-access/${link.shortCode}`;
	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			title={link.label}
			footer={
				<>
					<CopyButton text={entrance} label={t`Copy address`} />
					<Button icon={Printer} onClick={() => window.print()}>
						{t`Print`}
					</Button>
				</>
			}
		>
			<div className="flex flex-col items-center gap-5 text-center">
				<QrCode
					value={entrance}
					label={t`QR code of the staff link ${link.label}`}
					className="w-60 rounded-md"
				/>
				<p className="text-sm text-muted">
					<Trans>Or type this code at {`${location.host}/staff-access/…`}</Trans>
				</p>
				<p className="font-mono text-2xl tracking-widest">{link.shortCode}</p>
				{link.hasPin ? null : (
					<Callout tone="warning">
						<Trans>
							Whoever sees this code can check guests in. For a poster that hangs somewhere, set a PIN.
						</Trans>
					</Callout>
				)}
			</div>
		</Dialog>
	);
}

/** The sheet that is printed instead of the page while a poster is shown. */
export function PosterSheet(props: { event: PublicEvent; link: StaffLink; gate: string | undefined }) {
	const formats = useFormats();
	const { event, link } = props;
	const when = formats.when(event);
	return (
		<section
			aria-hidden="true"
			className="hidden flex-col items-center gap-6 pt-10 text-center print:flex"
			data-poster
		>
			<p className="text-lg">
				<Trans>Door staff</Trans>
			</p>
			<p className="font-display text-4xl leading-tight font-semibold" dir="auto">
				{event.title}
			</p>
			<p className="text-xl" dir="auto">
				{when.date}
				<br />
				{[link.label, props.gate].filter(Boolean).join(' · ')}
			</p>
			<QrCode value={`${location.origin}/staff-access/${link.shortCode}`} label="" className="w-80" />
			<p className="font-mono text-4xl tracking-widest">{link.shortCode}</p>
			<ol className="list-decimal text-start text-lg">
				<li>
					<Trans>
						Point your phone's camera at the code, or type it at {`${location.host}/staff-access`}
					</Trans>
				</li>
				{link.hasPin ? (
					<li>
						<Trans>Type the PIN that the organiser told you.</Trans>
					</li>
				) : null}
				<li>
					<Trans>Get ready for offline while the network is good. Then scan.</Trans>
				</li>
			</ol>
		</section>
	);
}
