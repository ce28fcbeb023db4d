import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Money } from '#app/ui/money.tsx';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';

type Line = ManagedOrder['lines'][number];

/** Lines of the same at one price. A change has one for each ticket. */
const keyOf = ({ kind, ticketTypeId, tierName, unitMinor, quantity }: Line) =>
	[kind, ticketTypeId, tierName, unitMinor, Math.sign(quantity)].join();

const sumOf = (lines: readonly Line[], key: 'quantity' | 'grossMinor' | 'taxMinor') =>
	lines.reduce((sum, line) => sum + line[key], 0);

/** Lines of an order with their amounts, those of the same once; what is taken back, with a negative quantity, is said to be. */
export function OrderLines(props: {
	lines: readonly Line[];
	currency: string;
	/** The name of a ticket type. */
	typeName: (id: string) => string | undefined;
	isMonthly: boolean;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const nameOf = ({ ticketTypeId, tierName }: Line) =>
		[ticketTypeId && props.typeName(ticketTypeId), tierName].filter(Boolean).join(' · ');
	const labelOf = (line: Line) => {
		const { kind, ticketTypeId, quantity } = line;
		if (kind === 'service_fee') return t`Service fee`;
		if (kind === 'cover') return t`Card fees`;
		if (kind === 'surplus') return t`Donation in the price of ${nameOf(line)}`;
		if (quantity === 0) return t`Fee for changing`;
		if (kind !== 'gift' || ticketTypeId !== null)
			return quantity < 0 ? t`Returned: ${-quantity} × ${nameOf(line)}` : `${quantity} × ${nameOf(line)}`;
		return props.isMonthly ? t`Donation, each month` : t`Donation`;
	};
	return (
		<ul className="flex flex-col gap-1.5 text-sm">
			{[...Map.groupBy(props.lines, keyOf)].map(([key, same]) => (
				<li key={key} className="flex gap-3">
					<span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
						{labelOf({ ...same[0]!, quantity: sumOf(same, 'quantity') })}
					</span>
					<Money>{formats.money(sumOf(same, 'grossMinor'), props.currency)}</Money>
				</li>
			))}
		</ul>
	);
}

/** The disclosure that donors to US charities must see for a price that is in part a donation. */
export function Disclosure({ order }: { order: ManagedOrder }) {
	const { t } = useLingui();
	const formats = useFormats();
	if (!order.disclosure) return null;
	const value = formats.money(order.disclosure.valueMinor, order.currency);
	const deductible = formats.money(order.disclosure.deductibleMinor, order.currency);
	return (
		<p className="text-compact text-muted">
			{t`We estimate in good faith that the tickets with a donation in their price are worth ${value}. For US federal income tax only the rest, ${deductible}, is deductible.`}
		</p>
	);
}

/** What is bought and what it costs, taxes included; of an order with a change that waits for its payment, the change. */
export function OrderSummary(props: {
	order: ManagedOrder;
	/** Below the total: what gift cards pay of it. */
	children?: ReactNode;
}) {
	const { t } = useLingui();
	const { order } = props;
	const formats = useFormats();
	const { event, currency, change } = order;
	const typeName = (id: string) =>
		order.attendees.find(({ ticketTypeId }) => ticketTypeId === id)?.ticketTypeName ??
		change?.ticketTypes.find((type) => type.id === id)?.name;
	const lines = change?.lines ?? order.lines.filter((line) => line.quantity > 0);
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
			<OrderLines {...{ lines, currency, typeName }} isMonthly={order.isMonthly} />
			<div className="flex flex-col gap-1 border-t border-hairline pt-3">
				<p className="flex gap-3 font-semibold">
					<span className="flex-1">{change ? <Trans>You pay</Trans> : <Trans>Total</Trans>}</span>
					<Money>{formats.money(change?.differenceMinor ?? order.totalMinor, currency)}</Money>
				</p>
				{[...taxes].map(([rate, ofRate]) =>
					sumOf(ofRate, 'taxMinor') > 0 ? (
						<p key={rate} className="flex gap-3 text-sm text-muted">
							<span className="flex-1">{t`incl. ${formats.number(rate / 100)} % tax`}</span>
							<Money>{formats.money(sumOf(ofRate, 'taxMinor'), currency)}</Money>
						</p>
					) : null,
				)}
				{change ? null : <Discount order={order} />}
				{props.children}
			</div>
			<Disclosure order={order} />
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
				{buyer.email === '' ? (
					<Trans>
						For <bdi>{names}</bdi>
					</Trans>
				) : (
					<Trans>
						For <bdi>{names}</bdi>, sent to <bdi>{buyer.email}</bdi>
					</Trans>
				)}
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
