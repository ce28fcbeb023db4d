import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, Printer } from 'lucide-react';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import type { StaffLink } from '#shared/contracts/staff.ts';

/** The way in as a QR code and a short code: on the screen for a phone beside you, or as a sheet of paper for the staff room. */
export function StaffPoster(props: {
	title: string;
	/** When, and at which gate: one line each. */
	lines: readonly string[];
	link: Pick<StaffLink, 'label' | 'shortCode' | 'hasPin'>;
	/** Where it was opened from. */
	back: { to: string; label: string };
}) {
	const { t } = useLingui();
	const { link, back } = props;
	const entrance = `${location.origin}/staff-access/${link.shortCode}`;
	return (
		<div className="page-width flex w-full flex-col items-center gap-6 py-6 text-center print:pt-10">
			<div className="flex w-full flex-wrap justify-between gap-3 print:hidden">
				<ButtonLink to={back.to} variant="ghost" icon={ArrowLeft}>
					{back.label}
				</ButtonLink>
				<div className="flex flex-wrap gap-2">
					<CopyButton text={entrance} label={t`Copy link`} size="md" />
					<Button icon={Printer} onClick={() => window.print()}>
						{t`Print`}
					</Button>
				</div>
			</div>
			{link.hasPin ? null : (
				<Callout tone="warning" className="max-w-xl text-start print:hidden">
					<Trans>Anyone who sees this code can check guests in. Set a PIN before you put up a poster.</Trans>
				</Callout>
			)}
			<p className="text-lg text-muted">
				<Trans>Check-in staff</Trans>
			</p>
			<h1 tabIndex={-1} className="title-page [overflow-wrap:anywhere]" dir="auto">
				{props.title}
			</h1>
			<div className="text-xl" dir="auto">
				{props.lines.map((line) => (
					<p key={line}>{line}</p>
				))}
			</div>
			<QrCode
				value={entrance}
				label={t`QR code of the staff link ${link.label}`}
				className="w-72 max-w-full rounded-md print:w-80"
			/>
			<p className="font-mono text-4xl tracking-widest">{link.shortCode}</p>
			<ol className="flex max-w-xl list-decimal flex-col gap-2 ps-6 text-start text-lg">
				<li>
					<Trans>Point your phone’s camera at the code, or open {`${entrance}`}</Trans>
				</li>
				{link.hasPin ? (
					<li>
						<Trans>Enter the PIN from the organiser.</Trans>
					</li>
				) : null}
				<li>
					<Trans>Get ready for offline mode while you have a good connection.</Trans>
				</li>
			</ol>
		</div>
	);
}
