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
			className="flex flex-col gap-3 rounded-xl border border-hairline bg-surface p-4 md:p-5"
		>
			<h2 id="summary" className="sr-only">
				<Trans>Your order</Trans>
			</h2>
			<div className="flex items-center gap-3">
				<img
					src={event.coverUrl}
					alt=""
					width={64}
					height={48}
					className="h-12 w-16 flex-none rounded-lg bg-event-wash object-cover"
				/>
				<p className="min-w-0 text-sm text-muted">
					<span className="line-clamp-2 text-base font-medium text-ink [overflow-wrap:anywhere]" dir="auto">
						{event.title}
					</span>
					{formats.dateTime(event.startsAt, event.timeZone)}
				</p>
			</div>
			<ul className="flex flex-col gap-1.5 text-sm">
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
				<Discount order={order} />
			</div>
			{order.attendees.length > 0 ? <Recipient order={order} /> : null}
		</section>
	);
}

/** The code of the order: the prices are those with it. */
function Discount({ order }: { order: ManagedOrder }) {
	const formats = useFormats();
	const { discount, currency } = order;
	if (!discount) return null;
	const saved = formats.money(discount.savedMinor, currency);
	return (
		<p className="text-sm text-muted [overflow-wrap:anywhere]">
			{discount.savedMinor > 0 ? (
				<Trans>
					You saved {saved} with code <bdi>{discount.code}</bdi>.
				</Trans>
			) : (
				<Trans>
					With code <bdi>{discount.code}</bdi>
				</Trans>
			)}
		</p>
	);
}

/** Who gets the tickets, and what comes back when they are cancelled. */
function Recipient({ order }: { order: ManagedOrder }) {
	const formats = useFormats();
	const { attendees, buyer, event } = order;
	const names = attendees.map(({ name }) => name).join(', ');
	const { refund } = event;
	const until = refund ? formats.dateTime(refund.until, event.timeZone) : '';
	const percent = refund ? formats.percent(refund.percent / 100) : '';
	return (
		<div className="flex flex-col gap-0.5 text-compact text-muted">
			<p className="line-clamp-2 [overflow-wrap:anywhere]">
				<Trans>
					For <bdi>{names}</bdi>, sent to <bdi>{buyer.email}</bdi>
				</Trans>
			</p>
			<p className="line-clamp-2 [overflow-wrap:anywhere]">
				{refund?.percent === 100 ? (
					<Trans>Full refund until {until}</Trans>
				) : refund ? (
					<Trans>
						{percent} refund until {until}
					</Trans>
				) : event.refundPolicy ? (
					<Trans>
						Refunds: <bdi>{event.refundPolicy}</bdi>
					</Trans>
				) : (
					<Trans>Refunds: ask {event.organiserName}</Trans>
				)}
			</p>
		</div>
	);
}
