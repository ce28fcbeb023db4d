import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Money } from '#app/ui/money.tsx';
import type { GiftCardPurchase } from '#shared/contracts/gift-cards.ts';

/** What is bought, for whom, and what it costs. */
export function PurchaseSummary({ purchase }: { purchase: GiftCardPurchase }) {
	const { t } = useLingui();
	const formats = useFormats();
	const timeZone = useViewerTimeZone() ?? 'UTC';
	const { cards, currency, organiser, buyer } = purchase;
	return (
		<section
			aria-labelledby="summary"
			className="flex flex-col gap-3 rounded-xl border border-hairline bg-surface p-4 md:p-5"
		>
			<h2 id="summary" className="font-medium [overflow-wrap:anywhere]" dir="auto">
				<Trans>Gift cards for events by {organiser.name}</Trans>
			</h2>
			<ul className="flex flex-col gap-2.5 text-sm">
				{cards.map((card) => {
					const { recipientName, recipientEmail, sendAt } = card;
					const name = recipientName || recipientEmail;
					const day = sendAt ? formats.date(sendAt, timeZone) : '';
					return (
						<li key={card.id} className="flex gap-3">
							<span className="flex min-w-0 flex-1 flex-col [overflow-wrap:anywhere]">
								<span dir="auto">{name ? t`Gift card for ${name}` : t`Gift card`}</span>
								<span className="text-compact text-muted">
									{recipientEmail === ''
										? t`Sent to you, to give yourself`
										: day
											? t`Sent on ${day}`
											: t`Sent to ${recipientEmail} as soon as it is paid`}
								</span>
							</span>
							<Money>{formats.money(card.amountMinor, currency)}</Money>
						</li>
					);
				})}
			</ul>
			<p className="flex gap-3 border-t border-hairline pt-3 font-semibold">
				<span className="flex-1">
					<Trans>Total</Trans>
				</span>
				<Money>{formats.money(purchase.totalMinor, currency)}</Money>
			</p>
			<p className="text-compact text-muted [overflow-wrap:anywhere]">
				<Trans>
					Receipt to <bdi>{buyer.email}</bdi>. No tax is charged now: it is part of the tickets you pay with
					the card.
				</Trans>
			</p>
		</section>
	);
}
