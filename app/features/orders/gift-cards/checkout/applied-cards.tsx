import { Trans, useLingui } from '@lingui/react/macro';
import type { Checkout } from '#app/features/orders/checkout/use-checkout.ts';
import { Problem, useOrderAction } from '#app/features/orders/components/order-dialogs.tsx';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { Button } from '#app/ui/button.tsx';
import { Money } from '#app/ui/money.tsx';
import { removeGiftCard } from '#shared/contracts/order-payments.ts';

/** Gift cards applied to an order, each with a button to remove it, and the amount left. */
export function AppliedCards({ checkout, manageToken }: { checkout: Checkout; manageToken: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { order, show, reload } = checkout;
	const { giftCards, currency, dueMinor } = order;
	const { isPending, error, act } = useOrderAction(() => {});
	const remove = (payment: string) =>
		act(async () => {
			try {
				show(await publicApi.call(removeGiftCard, { params: { manageToken, payment }, hasBearer: false }));
			} catch (failed) {
				await reload().catch(() => {});
				throw failed;
			}
		}, t`Gift card removed`);
	return (
		<div id="applied-cards" className="flex flex-col gap-1">
			<ul className="flex flex-col gap-1 text-sm">
				{giftCards.map(({ paymentId, last4, amountMinor }) => (
					<li key={paymentId} className="flex items-center gap-3">
						<span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
							<span>{t`Gift card •••• ${last4}`}</span>
							<Button
								variant="ghost"
								size="sm"
								className="needs-script -ms-2.5 min-h-8 underline pointer-coarse:min-h-11"
								aria-label={t`Remove gift card •••• ${last4}`}
								isDisabled={isPending}
								onClick={() => void remove(paymentId)}
							>
								{t`Remove`}
							</Button>
						</span>
						<Money>{formats.money(-amountMinor, currency)}</Money>
					</li>
				))}
			</ul>
			<p className="flex gap-3 font-semibold">
				<span className="flex-1">
					<Trans>Left to pay</Trans>
				</span>
				<Money>{formats.money(dueMinor, currency)}</Money>
			</p>
			<Problem>{error}</Problem>
		</div>
	);
}
