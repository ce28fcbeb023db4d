import { Trans, useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { showRefundCard } from '#shared/contracts/order-payments.ts';
import type { z } from '#shared/lib/z.ts';
import { EndText } from '../gift-cards/end-text.tsx';
import { Problem, useOrderAction } from './order-dialogs.tsx';

type Shown = z.output<typeof showRefundCard.output>;

/** The gift cards onto which refunds of an order went, each with what was refunded onto it. */
export function refundCardsOf({
	refunds,
}: Pick<ManagedOrder, 'refunds'>): { id: string; amountMinor: number }[] {
	const amounts = new Map<string, number>();
	for (const { giftCardId, amountMinor } of refunds)
		if (giftCardId) amounts.set(giftCardId, (amounts.get(giftCardId) ?? 0) + amountMinor);
	return [...amounts].map(([id, amountMinor]) => ({ id, amountMinor }));
}

/** Refunds that are gift cards, with their codes for the buyer. */
export function RefundCards({ order, manageToken }: { order: ManagedOrder; manageToken: string }) {
	const mailNote = useMailNote({ isSandbox: order.event.isSandbox, addresses: [order.buyer.email] });
	return (
		<section
			aria-labelledby="refund-cards"
			className="flex flex-col gap-4 rounded-lg border bg-surface p-5"
			data-print="hide"
		>
			<div className="flex flex-col gap-1">
				<h2 id="refund-cards" className="text-lg font-medium">
					<Trans>Your refund is a gift card</Trans>
				</h2>
				<p className="text-sm text-muted">
					<Trans>Enter its code at checkout, for any event of {order.event.organiserName}.</Trans>{' '}
					{mailNote ? null : (
						<Trans>
							You also get it by email, to <bdi>{order.buyer.email}</bdi>.
						</Trans>
					)}
				</p>
			</div>
			<ul className="flex flex-col gap-4">
				{refundCardsOf(order).map((card) => (
					<RefundCard key={card.id} {...{ card, order, manageToken }} />
				))}
			</ul>
		</section>
	);
}

function RefundCard(props: {
	card: { id: string; amountMinor: number };
	order: ManagedOrder;
	manageToken: string;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { card, order, manageToken } = props;
	const [shown, setShown] = useState<Shown | null>(null);
	const { isPending, error, act } = useOrderAction(() => {});
	const amount = formats.money(card.amountMinor, order.currency);
	const left = shown ? formats.money(shown.balanceMinor, shown.currency) : '';
	const show = () =>
		act(async () =>
			setShown(
				await publicApi.call(showRefundCard, { params: { manageToken, card: card.id }, hasBearer: false }),
			),
		);
	return (
		<li className="flex flex-col gap-2">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<p className="font-medium">
					<Trans>Gift card of {amount}</Trans>
				</p>
				<Button
					variant="outline"
					className="needs-script"
					icon={shown ? EyeOff : Eye}
					isLoading={isPending}
					onClick={() => (shown ? setShown(null) : void show())}
				>
					{shown ? t`Hide code` : t`Show code`}
				</Button>
			</div>
			<div role="status" className="flex flex-col gap-1 empty:hidden">
				{shown ? (
					<>
						<p className="flex flex-wrap items-center gap-2">
							<span className="font-mono text-lg tracking-wide [overflow-wrap:anywhere]">{shown.code}</span>
							<CopyButton text={shown.code} label={t`Copy code`} />
						</p>
						<p className="text-sm text-muted">
							<Trans>{left} left</Trans> · <EndText expiresOn={shown.expiresOn} />
						</p>
					</>
				) : null}
			</div>
			<Problem>{error}</Problem>
		</li>
	);
}
