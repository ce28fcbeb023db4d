import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';

/** Where the money is to be sent, to copy or to scan with a banking app. */
export function TransferDetails({ order }: { order: ManagedOrder }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { transfer, expiresAt, event } = order;
	if (!transfer) return null;
	const amount = formats.money(order.dueMinor, order.currency);
	const until = expiresAt ? formats.dateTime(expiresAt, event.timeZone) : '';
	const rows = [
		{ label: t`Amount`, value: amount, copied: undefined },
		{ label: t`Account holder`, value: transfer.holder, copied: transfer.holder },
		{ label: t`IBAN`, value: transfer.iban.replaceAll(/(.{4})(?=.)/g, '$1 '), copied: transfer.iban },
		...(transfer.bic ? [{ label: t`BIC`, value: transfer.bic, copied: transfer.bic }] : []),
		{ label: t`Reference`, value: transfer.reference, copied: transfer.reference },
	];
	return (
		<section
			aria-labelledby="transfer"
			className="flex flex-col gap-4 rounded-xl border border-hairline bg-surface p-5"
		>
			<h2 id="transfer" className="text-lg font-semibold">
				<Trans>Transfer {amount}</Trans>
			</h2>
			<p className="text-sm text-muted">
				{order.attendees.length > 0 ? (
					<Trans>Your tickets are held until {until}. They are sent when the money has arrived.</Trans>
				) : (
					<Trans>Please transfer it by {until}. We’ll email you when the money has arrived.</Trans>
				)}
			</p>
			<dl className="flex flex-col gap-2 text-sm">
				{rows.map((row) => (
					<div key={row.label} className="flex items-center gap-3">
						<dt className="w-32 flex-none text-muted">{row.label}</dt>
						<dd className="flex min-w-0 flex-1 items-center gap-3 font-medium tabular-nums">
							<span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{row.value}</span>
							{row.copied ? <CopyButton text={row.copied} /> : null}
						</dd>
					</div>
				))}
			</dl>
			{transfer.epc ? (
				<figure className="flex flex-col items-start gap-2">
					<QrCode value={transfer.epc} ecc="M" label={t`QR code of the transfer`} className="size-60" />
					<figcaption className="text-sm text-muted">
						<Trans>Scan it with your banking app.</Trans>
					</figcaption>
				</figure>
			) : null}
		</section>
	);
}
