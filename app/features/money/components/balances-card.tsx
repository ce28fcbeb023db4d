import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Card } from '#app/ui/card.tsx';
import { Money } from '#app/ui/money.tsx';
import { ScrollBox } from '#app/ui/scroll-box.tsx';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { getBalances } from '#shared/contracts/ledger.ts';
import type { LedgerAccount } from '#shared/rules/ledger-accounts.ts';

/** Labels of the ledger’s accounts. */
export const accountNames: Record<LedgerAccount, ReturnType<typeof msg>> = {
	gateway: msg`At the provider`,
	transit: msg`Payouts in transit`,
	bank: msg`Bank`,
	cash: msg`Cash`,
	contested: msg`In dispute`,
	match_pledged: msg`Promised by sponsors`,
	buyer: msg`Owed by buyers`,
	trials: msg`Test charges`,
	tax: msg`Tax`,
	sales: msg`Ticket sales`,
	add_ons: msg`Add-ons`,
	service_fees: msg`Service fees`,
	gifts: msg`Donations`,
	gift_cover: msg`Card fees paid by donors`,
	kept_fees: msg`Fees kept`,
	plan_income: msg`Plans`,
	fee_income: msg`Fees of organisations`,
	platform_fees: msg`Platform fees`,
	provider_fees: msg`Provider fees`,
	dispute_fees: msg`Dispute fees`,
	dispute_losses: msg`Lost disputes`,
	adjustments: msg`Adjustments`,
	gift_cards: msg`Gift cards`,
	breakage: msg`Lapsed gift cards`,
	goodwill: msg`Gift cards given without payment`,
	cash_differences: msg`Cash differences`,
	rounding: msg`Rounding of cash`,
};

/** The sums of the books, by currency. */
export function BalancesCard({ balances }: { balances: ResultOf<typeof getBalances>['data'] }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	return (
		<Card
			title={<Trans>Books</Trans>}
			description={
				<Trans>Every sale, payment and refund, by double entry. All columns add up to zero.</Trans>
			}
		>
			{balances.length === 0 ? (
				<p className="text-sm text-muted">
					<Trans>Nothing was sold yet. Sales appear here with the first paid order.</Trans>
				</p>
			) : null}
			{balances.map(({ currency, accounts }) => (
				<ScrollBox key={currency} label={t`Books, ${currency}`}>
					<table className="w-full text-sm">
						<caption className="sr-only">{currency}</caption>
						<thead>
							<tr className="text-start text-muted">
								<th scope="col" className="py-2 text-start font-medium">
									<Trans>Account</Trans>
								</th>
								{[t`Debit`, t`Credit`, t`Balance`].map((label) => (
									<th key={label} scope="col" className="py-2 ps-3 text-end font-medium">
										{label}
									</th>
								))}
							</tr>
						</thead>
						<tbody>
							{accounts.map((one) => (
								<tr key={one.account} className="border-t border-hairline">
									<th scope="row" className="py-2 text-start font-normal">
										{i18n._(accountNames[one.account])}
									</th>
									{[one.debitMinor, one.creditMinor, one.balanceMinor].map((minor, column) => (
										<td key={column} className="py-2 ps-3 text-end">
											<Money>{formats.money(minor, currency)}</Money>
										</td>
									))}
								</tr>
							))}
						</tbody>
					</table>
				</ScrollBox>
			))}
		</Card>
	);
}
