import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Money } from '#app/ui/money.tsx';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import { refundParts } from '../refund-choice.ts';

/** What was received, what goes back and what will be left; what somebody has to return manually. */
export function RefundSum(props: {
	order: OrderDetail;
	isSandbox: boolean;
	amountMinor: number;
	isOntoCard: boolean;
}) {
	const { order, isSandbox, amountMinor, isOntoCard } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const money = (minor: number) => formats.money(minor, order.currency);
	const receivedMinor = order.paidMinor + order.refundedMinor;
	const earlierMinor = order.refundedMinor + order.refundingMinor;
	const rows = [
		[t`Received`, receivedMinor],
		...(earlierMinor > 0 ? [[t`Refunded before`, -earlierMinor] as const] : []),
		[t`This refund`, -amountMinor],
	] as const;
	return (
		<>
			<dl className="flex flex-col gap-1 border-t pt-4 text-sm">
				{rows.map(([label, minor]) => (
					<div key={label} className="flex justify-between gap-4">
						<dt className="text-muted">{label}</dt>
						<dd>
							<Money>{money(minor === 0 ? 0 : minor)}</Money>
						</dd>
					</div>
				))}
				<div className="flex justify-between gap-4 font-medium">
					<dt>
						<Trans>You keep</Trans>
					</dt>
					<dd>
						<Money>{money(receivedMinor - earlierMinor - amountMinor)}</Money>
					</dd>
				</div>
			</dl>
			{isOntoCard ? null : <RefundWays order={order} isSandbox={isSandbox} amountMinor={amountMinor} />}
		</>
	);
}

/** How much of an amount goes back to a gift card, and how much must be returned by hand. */
export function RefundWays(props: { order: OrderDetail; isSandbox: boolean; amountMinor: number }) {
	const { order, isSandbox, amountMinor } = props;
	const formats = useFormats();
	const mailNote = useMailNote({ isSandbox, addresses: [order.buyer.email] });
	const { cardMinor, giftCardMinor, byHandMinor } = refundParts(order, amountMinor);
	const money = (minor: number) => formats.money(minor, order.currency);
	return (
		<>
			{giftCardMinor > 0 ? (
				<p className="text-sm text-muted">
					{cardMinor > 0 ? (
						<Trans>
							{money(giftCardMinor)} goes back to the gift card and {money(cardMinor)} to the bank card.
						</Trans>
					) : (
						<Trans>{money(giftCardMinor)} goes back to the gift card it was paid with.</Trans>
					)}
				</p>
			) : null}
			{byHandMinor > 0 ? (
				<Callout tone="warning" title={<Trans>Return {money(byHandMinor)} yourself</Trans>}>
					<Trans>This wasn’t paid by card, so it isn’t refunded automatically.</Trans>{' '}
					{mailNote ? (
						<Trans>The buyer can enter their bank account on their order page. {mailNote}</Trans>
					) : (
						<Trans>The buyer is asked for their bank account.</Trans>
					)}{' '}
					<Trans>Find the refund under Money, Refunds to send, and record it once you’ve sent it.</Trans>
				</Callout>
			) : null}
		</>
	);
}
