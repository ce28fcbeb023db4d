import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Money } from '#app/ui/money.tsx';
import { ScrollBox } from '#app/ui/scroll-box.tsx';
import type { TaxReport } from '#shared/contracts/ledger.ts';

const cell = 'py-2 ps-3 text-end';

/** What was sold by country and rate, with a sum for each currency. */
export function TaxTable({ report }: { report: TaxReport }) {
	const { t } = useLingui();
	const formats = useFormats();
	if (report.rows.length === 0)
		return (
			<p className="text-sm text-muted">
				<Trans>Nothing was sold or refunded in this month.</Trans>
			</p>
		);
	return report.totals.map((total) => (
		<ScrollBox key={total.currency} label={t`Tax, ${total.currency}`}>
			<table className="w-full text-sm">
				<caption className="sr-only">{total.currency}</caption>
				<thead>
					<tr className="text-muted">
						<th scope="col" className="py-2 text-start font-medium">
							<Trans>Country</Trans>
						</th>
						{[t`Rate`, t`Net`, t`Tax`, t`Gross`].map((label) => (
							<th key={label} scope="col" className={`${cell} font-medium`}>
								{label}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{report.rows
						.filter(({ currency }) => currency === total.currency)
						.map((row) => (
							<tr key={`${row.country} ${row.taxBasisPoints}`} className="border-t border-hairline">
								<th scope="row" className="py-2 text-start font-normal">
									{row.country === '' ? t`Not set` : formats.country(row.country)}
								</th>
								<td className={cell}>
									{row.taxBasisPoints === null
										? t`Not recorded`
										: `${formats.number(row.taxBasisPoints / 100)} %`}
								</td>
								<Sums {...row} />
							</tr>
						))}
				</tbody>
				<tfoot>
					<tr className="border-t border-edge font-medium">
						<th scope="row" colSpan={2} className="py-2 text-start font-medium">
							<Trans>Total</Trans>
						</th>
						<Sums {...total} />
					</tr>
				</tfoot>
			</table>
		</ScrollBox>
	));
}

function Sums(props: { netMinor: number; taxMinor: number; grossMinor: number; currency: string }) {
	const formats = useFormats();
	return [props.netMinor, props.taxMinor, props.grossMinor].map((minor, index) => (
		<td key={index} className={cell}>
			<Money>{formats.money(minor, props.currency)}</Money>
		</td>
	));
}
