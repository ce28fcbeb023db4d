import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Money } from '#app/ui/money.tsx';
import type { ManagedOrder } from '#shared/contracts/orders.ts';

/** What is bought and what it costs, taxes included. */
export function OrderSummary({ order }: { order: ManagedOrder }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { event, currency } = order;
	const nameOf = ({ ticketTypeId, tierName }: ManagedOrder['lines'][number]) => {
		const ticket = order.attendees.find((attendee) => attendee.ticketTypeId === ticketTypeId);
		return [ticket?.ticketTypeName, tierName].filter(Boolean).join(' · ');
	};
	const named = (line: ManagedOrder['lines'][number]) => {
		const { kind, ticketTypeId } = line;
		if (kind === 'service_fee') return t`Service fee`;
		if (kind === 'cover') return t`Card fees`;
		if (kind === 'surplus') return t`Donation in the price of ${nameOf(line)}`;
		if (kind !== 'gift' || ticketTypeId !== null) return null;
		return order.isMonthly ? t`Donation, each month` : t`Donation`;
	};
	const lines = order.lines.filter((line) => line.quantity > 0);
	const taxes = Map.groupBy(
		lines.filter((line) => line.taxBasisPoints > 0),
		(line) => line.taxBasisPoints,
	);
	return (
		<section
			aria-labelledby="summary"
			className="flex flex-col gap-4 rounded-xl border border-hairline bg-surface p-5"
		>
			<h2 id="summary" className="text-lg font-semibold">
				<Trans>Your order</Trans>
			</h2>
			<p className="text-sm text-muted [overflow-wrap:anywhere]">
				<span className="font-medium text-ink">{event.title}</span>
				<br />
				{formats.dateTime(event.startsAt, event.timeZone)}
			</p>
			<ul className="flex flex-col gap-2 text-sm">
				{lines.map((line) => (
					<li
						key={`${line.kind} ${line.ticketTypeId} ${line.tierName} ${line.unitMinor}`}
						className="flex gap-3"
					>
						<span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
							{named(line) ?? `${line.quantity} × ${nameOf(line)}`}
						</span>
						<Money>{formats.money(line.grossMinor, currency)}</Money>
					</li>
				))}
			</ul>
			<div className="flex flex-col gap-1 border-t border-hairline pt-3">
				<p className="flex gap-3 font-semibold">
					<span className="flex-1">
						<Trans>Total</Trans>
					</span>
					<Money>{formats.money(order.totalMinor, currency)}</Money>
				</p>
				{[...taxes].map(([rate, ofRate]) => (
					<p key={rate} className="flex gap-3 text-sm text-muted">
						<span className="flex-1">{t`incl. ${formats.number(rate / 100)} % tax`}</span>
						<Money>
							{formats.money(
								ofRate.reduce((sum, line) => sum + line.taxMinor, 0),
								currency,
							)}
						</Money>
					</p>
				))}
			</div>
		</section>
	);
}
