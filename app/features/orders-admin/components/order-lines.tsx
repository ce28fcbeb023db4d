import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Card } from '#app/ui/card.tsx';
import { Money } from '#app/ui/money.tsx';
import { ScrollBox } from '#app/ui/scroll-box.tsx';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';

/** What was ordered and taken back, with tax, and what is left of it. */
export function OrderLines({ order }: { order: OrderDetail }) {
	const { t } = useLingui();
	const formats = useFormats();
	const money = (minor: number) => formats.money(minor, order.currency);
	const sum = (of: (line: OrderDetail['lines'][number]) => number) =>
		order.lines.reduce((total, line) => total + of(line), 0);
	const rates = [...Map.groupBy(order.lines, (line) => line.taxBasisPoints)]
		.map(([basisPoints, lines]) => ({
			basisPoints,
			taxMinor: lines.reduce((total, line) => total + line.taxMinor, 0),
		}))
		.filter(({ basisPoints }) => basisPoints > 0);
	const head = 'px-3 pb-2 font-medium first:ps-5 last:pe-5';
	const cell = 'border-t px-3 py-2.5 align-top first:ps-5 last:pe-5';
	return (
		<Card title={<Trans>Ordered</Trans>} padding="none">
			<ScrollBox label={t`Items`}>
				<table className="w-full text-sm">
					<thead className="text-compact text-muted">
						<tr>
							<th scope="col" className={`${head} text-start`}>{t`Item`}</th>
							<th scope="col" className={`${head} text-end`}>{t`Quantity`}</th>
							<th scope="col" className={`${head} text-end max-sm:hidden`}>{t`Each`}</th>
							<th scope="col" className={`${head} text-end max-sm:hidden`}>{t`Tax`}</th>
							<th scope="col" className={`${head} text-end`}>{t`Amount`}</th>
						</tr>
					</thead>
					<tbody>
						{order.lines.map((line, index) => (
							<tr key={index}>
								<td className={`${cell} w-full`} dir="auto">
									<LineName order={order} line={line} />
								</td>
								<td className={`${cell} text-end tabular-nums`}>
									{line.quantity > 0 ? formats.number(line.quantity) : ''}
								</td>
								<td className={`${cell} text-end max-sm:hidden`}>
									{line.quantity > 0 ? <Money>{money(line.unitMinor)}</Money> : null}
								</td>
								<td className={`${cell} text-end max-sm:hidden`}>
									{line.taxBasisPoints > 0 ? <Money>{money(line.taxMinor)}</Money> : null}
								</td>
								<td className={`${cell} text-end`}>
									<Money>{money(line.grossMinor)}</Money>
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</ScrollBox>
			<dl className="flex flex-col gap-1 border-t px-5 py-4 text-sm">
				{rates.map(({ basisPoints, taxMinor }) => {
					const rate = formats.number(basisPoints / 100);
					return (
						<div key={basisPoints} className="flex justify-between gap-4 text-muted">
							<dt>
								<Trans>Includes {rate}% tax</Trans>
							</dt>
							<dd>
								<Money>{money(taxMinor)}</Money>
							</dd>
						</div>
					);
				})}
				{order.discount ? (
					<div className="flex justify-between gap-4 text-muted">
						<dt className="[overflow-wrap:anywhere]">
							<Trans>
								Code <bdi>{order.discount.code}</bdi>, in the prices
							</Trans>
						</dt>
						<dd>
							{order.discount.savedMinor > 0 ? <Money>{money(-order.discount.savedMinor)}</Money> : null}
						</dd>
					</div>
				) : null}
				<div className="flex justify-between gap-4 font-medium">
					<dt>
						<Trans>Total</Trans>
					</dt>
					<dd>
						<Money>{money(sum((line) => line.grossMinor))}</Money>
					</dd>
				</div>
			</dl>
		</Card>
	);
}

function LineName({ order, line }: { order: OrderDetail; line: OrderDetail['lines'][number] }) {
	const { t } = useLingui();
	const type = order.attendees.find((one) => one.ticketTypeId === line.ticketTypeId)?.ticketTypeName;
	const names = {
		service_fee: t`Booking fee`,
		gift: type ?? t`Donation`,
		cover: t`Card fees paid by the donor`,
		ticket: type ?? t`Ticket`,
		add_on: type ?? t`Ticket`,
		surplus: type ? t`Donation in the price of ${type}` : t`Donation`,
	};
	const name =
		line.tierName && line.kind !== 'service_fee'
			? `${names[line.kind]} · ${line.tierName}`
			: names[line.kind];
	return line.grossMinor < 0 ? t`Refund: ${name}` : name;
}
