import { Trans, useLingui } from '@lingui/react/macro';
import { Printer } from 'lucide-react';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import type { StaffLink } from '#shared/contracts/staff.ts';

/** The QR code and the short code of a link, for a phone beside you, at any time. They lead over the page that asks for its PIN. */
export function StaffLinkCode({
	poster,
	link,
	onClose,
}: {
	/** Path of its poster. */
	poster: string;
	link: Pick<StaffLink, 'label' | 'shortCode' | 'hasPin'>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const page = `${location.origin}/staff-access`;
	const entrance = `${page}/${link.shortCode}`;
	return (
		<Dialog
			isOpen
			onClose={onClose}
			title={link.label}
			description={
				link.hasPin ? t`Scan with the phone’s camera, then enter the PIN.` : t`Scan with the phone’s camera.`
			}
			footer={
				<>
					<Button variant="outline" onClick={onClose}>
						<Trans>Close</Trans>
					</Button>
					<ButtonLink to={poster} variant="outline" icon={Printer}>
						<Trans>Show poster</Trans>
					</ButtonLink>
				</>
			}
		>
			<div className="flex flex-col items-center gap-4 text-center">
				<QrCode
					value={entrance}
					label={t`QR code of the staff link ${link.label}`}
					className="w-60 max-w-full rounded-md"
				/>
				<p className="text-sm text-muted">
					<Trans>Or enter this code at {`${page}/…`}</Trans>
				</p>
				<p className="font-mono text-2xl tracking-widest">{link.shortCode}</p>
				<CopyButton text={entrance} label={t`Copy link`} />
			</div>
		</Dialog>
	);
}
