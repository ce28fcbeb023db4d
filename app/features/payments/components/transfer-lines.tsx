import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Money } from '#app/ui/money.tsx';
import type { Transfer } from '#shared/contracts/payments.ts';
import { accountNames } from './balances-card.tsx';

/** Lines of the books: each amount with the account that it is debited to and the one that it is credited to. */
export function TransferLines({ transfers, label }: { transfers: readonly Transfer[]; label: string }) {
	const { i18n } = useLingui();
	const formats = useFormats();
	return (
		<table className="w-full text-compact">
			<caption className="sr-only">{label}</caption>
			<thead>
				<tr className="text-muted">
					<th scope="col" className="py-1 pe-3 text-start font-medium">
						<Trans>Debit</Trans>
					</th>
					<th scope="col" className="py-1 pe-3 text-start font-medium">
						<Trans>Credit</Trans>
					</th>
					<th scope="col" className="py-1 text-end font-medium">
						<Trans>Amount</Trans>
					</th>
				</tr>
			</thead>
			<tbody>
				{transfers.map((line) => (
					<tr key={`${line.source} ${line.kind} ${line.debit}`} className="border-t border-hairline">
						<td className="py-1 pe-3">{i18n._(accountNames[line.debit])}</td>
						<td className="py-1 pe-3">{i18n._(accountNames[line.credit])}</td>
						<td className="py-1 text-end">
							<Money>{formats.money(line.amountMinor, line.currency)}</Money>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
