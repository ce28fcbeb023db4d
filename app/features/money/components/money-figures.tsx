import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Money } from '#app/ui/money.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { getBalances } from '#shared/contracts/ledger.ts';
import type { LedgerAccount } from '#shared/rules/ledger-accounts.ts';

/** Where the money is, by currency: at the provider, on its way to the bank, held by disputes, at the bank. */
export function MoneyFigures({ balances }: { balances: ResultOf<typeof getBalances>['data'] }) {
	const { t } = useLingui();
	const formats = useFormats();
	return balances.map(({ currency, accounts }) => {
		const of = (account: LedgerAccount) => {
			const found = accounts.find((one) => one.account === account);
			return <Money>{formats.money(found?.balanceMinor ?? 0, currency)}</Money>;
		};
		return (
			<section key={currency} aria-label={currency} className="grid grid-cols-2 gap-3 md:grid-cols-4">
				<StatTile
					label={t`At the provider`}
					value={of('gateway')}
					definition={t`Paid by card, less refunds, fees, disputes and payouts.`}
				/>
				<StatTile label={t`Payouts in transit`} value={of('transit')} />
				<StatTile label={t`In dispute`} value={of('contested')} />
				<StatTile
					label={t`Bank`}
					value={of('bank')}
					definition={t`Payouts that arrived, and transfers from buyers.`}
				/>
			</section>
		);
	});
}
