import { Trans, useLingui } from '@lingui/react/macro';
import { Printer, X } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';

export interface MadeLink {
	label: string;
	url: string;
	shortCode: string;
	hasPin: boolean;
	deviceLimit: number | null;
}

/** A fresh link, shown once: QR for a phone beside you, address to send, short code to say aloud. */
export function StaffLinkCard({ link, onClose }: { link: MadeLink; onClose: () => void }) {
	const { t } = useLingui();
	const origin = new URL(link.url).origin;
	const entrance = `${origin}/staff-access/${link.shortCode}`;
	// With a PIN or a device limit the way in leads over the landing page.
	const address = link.hasPin || link.deviceLimit !== null ? entrance : link.url;
	return (
		<div className="relative flex flex-col items-center gap-6 rounded-lg border border-hairline bg-surface p-6 sm:flex-row sm:items-start">
			<div className="absolute end-3 top-3 print:hidden">
				<IconButton icon={X} label={t`Close`} size="sm" onClick={onClose} />
			</div>
			<QrCode
				value={address}
				label={t`QR code of the staff link ${link.label}`}
				className="w-60 shrink-0 rounded-md"
			/>
			<div className="flex min-w-0 flex-col gap-3">
				<h3 className="pe-8 text-lg font-medium" dir="auto">
					{link.label}
				</h3>
				<p>
					<Trans>You won’t see this link again. Lost it? Choose Renew.</Trans>
				</p>
				<p className="text-sm text-muted">
					<Trans>Or enter this code at {`${origin}/staff-access/…`}</Trans>
				</p>
				<p className="font-mono text-2xl tracking-widest">{link.shortCode}</p>
				<div className="flex flex-wrap gap-2 print:hidden">
					<CopyButton text={address} label={t`Copy address`} />
					<Button variant="outline" icon={Printer} onClick={() => window.print()}>
						{t`Print`}
					</Button>
				</div>
			</div>
		</div>
	);
}
