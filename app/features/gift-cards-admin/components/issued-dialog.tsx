import { Trans, useLingui } from '@lingui/react/macro';
import { Printer } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { IssuedGiftCard } from '../api.ts';

/** The code of a card that was just issued: shown here alone, with a sheet to print. */
export function IssuedDialog(props: { issued: IssuedGiftCard; organiser: string; onClose: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { giftCard, code } = props.issued;
	const amount = formats.money(giftCard.issuedMinor, giftCard.currency);
	const until = giftCard.expiresOn ? formats.shortDate(`${giftCard.expiresOn}T00:00:00Z`, 'UTC') : '';
	const address = giftCard.recipientEmail;
	return (
		<>
			<Dialog
				isOpen
				onClose={props.onClose}
				isDismissable={false}
				title={t`Gift card of ${amount} issued`}
				description={
					address
						? t`${address} gets the code by email. It is shown here only once.`
						: t`Pass on this code. It is shown only once.`
				}
				footer={
					<>
						<Button variant="outline" icon={Printer} onClick={() => window.print()}>
							{t`Print`}
						</Button>
						<Button onClick={props.onClose} data-autofocus>
							{t`Done`}
						</Button>
					</>
				}
			>
				<div className="flex flex-col items-center gap-4 rounded-lg bg-sunken p-5 text-center">
					<p
						dir="ltr"
						className="font-mono text-xl font-semibold tracking-wide select-all sm:text-2xl"
						data-testid="gift-card-code"
					>
						{code}
					</p>
					<CopyButton text={code} label={t`Copy code`} size="md" />
					<p className="text-sm text-muted">
						{until ? <Trans>Valid until {until}</Trans> : <Trans>No expiry date</Trans>}
					</p>
				</div>
			</Dialog>
			{createPortal(
				<section
					data-print="only"
					aria-hidden="true"
					className="hidden flex-col items-center gap-6 pt-24 text-center print:flex"
				>
					<p className="text-xl" dir="auto">
						{props.organiser}
					</p>
					<p className="font-display text-4xl font-semibold">
						<Trans>Gift card</Trans>
					</p>
					<p className="text-3xl tabular-nums">
						<bdi>{amount}</bdi>
					</p>
					{giftCard.recipientName ? (
						<p className="text-xl" dir="auto">
							<Trans>For {giftCard.recipientName}</Trans>
						</p>
					) : null}
					<p dir="ltr" className="rounded-lg border-2 px-8 py-5 font-mono text-3xl font-semibold">
						{code}
					</p>
					<p className="max-w-md text-base">
						<Trans>Enter this code at the checkout of any event of {props.organiser}.</Trans>{' '}
						{until ? <Trans>Valid until {until}.</Trans> : null}
					</p>
				</section>,
				document.body,
			)}
		</>
	);
}
