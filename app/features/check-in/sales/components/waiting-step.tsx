import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { DoorSale } from '#shared/contracts/door-sales.ts';
import { Refusal } from './refusal.tsx';
import { StepHeading } from './step-heading.tsx';
import type { SaleFlow } from './use-sale-flow.ts';

/** A sale whose money has not come: the code by which the guest pays. */
export function WaitingStep(props: { flow: SaleFlow; sale: DoorSale; isConnected: boolean; onDone(): void }) {
	const { flow, sale, isConnected, onDone } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const isCard = sale.way === 'card';
	if (sale.state === 'ended')
		return (
			<div className="flex flex-col gap-4">
				<StepHeading>
					<Trans>Time to pay has expired</Trans>
				</StepHeading>
				<Callout tone="warning" isUrgent>
					<Trans>This sale has expired and its tickets are available again. Start a new sale.</Trans>
				</Callout>
				<Button size="lg" className="min-h-16 text-lg" onClick={flow.back}>
					{t`Back to the tickets`}
				</Button>
			</div>
		);
	return (
		<div className="flex flex-col gap-4">
			<StepHeading>{isCard ? <Trans>Pay by card</Trans> : <Trans>Pay by transfer</Trans>}</StepHeading>
			<p className="text-4xl font-semibold tabular-nums">{formats.money(sale.totalMinor, sale.currency)}</p>
			<figure className="flex flex-col items-center gap-3">
				<QrCode
					value={isCard ? sale.url : (sale.transferCode ?? sale.url)}
					label={isCard ? t`QR code of the payment page` : t`QR code of the transfer`}
					className="w-full max-w-80"
				/>
				<figcaption className="text-center text-lg">
					{isCard ? (
						<Trans>Ask the guest to scan this code and pay on their phone.</Trans>
					) : sale.transferCode ? (
						<Trans>Ask the guest to scan this code with their banking app.</Trans>
					) : (
						<Trans>Ask the guest to scan this code: it shows the bank details.</Trans>
					)}
				</figcaption>
			</figure>
			{isCard && !isConnected ? (
				<Callout tone="warning" isUrgent>
					<Trans>You’re offline. The payment status is shown once you’re back online.</Trans>
				</Callout>
			) : null}
			{isCard ? (
				<p role="status" className="flex items-center justify-center gap-2 text-muted">
					<Spinner size={18} isDecorative />
					<Trans>Waiting for the payment</Trans>
				</p>
			) : (
				<Callout tone="info">
					<Trans>The ticket is valid once the transfer has arrived.</Trans>
				</Callout>
			)}
			<p className="text-center text-sm text-muted">
				<Trans>Order {sale.orderCode}</Trans>
			</p>
			<Refusal error={flow.error} />
			<div className="flex flex-col gap-2">
				{isCard ? null : (
					<Button size="lg" className="min-h-16 text-lg" onClick={onDone}>
						{t`Done`}
					</Button>
				)}
				<Button
					size="lg"
					variant="outline"
					className="min-h-14"
					isLoading={flow.busy === 'cancel'}
					onClick={flow.cancel}
				>
					{sale.kind === 'sale' ? t`Cancel sale` : t`Pay another way`}
				</Button>
			</div>
		</div>
	);
}
