import { Plural, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { DataTable } from '#app/ui/data-table.tsx';
import { Money } from '#app/ui/money.tsx';
import type { ListedOrder } from '#shared/contracts/organiser-orders.ts';
import { methodLabel } from '../order-labels.ts';
import { OrderState, TestMode } from './order-state.tsx';

/** The orders of an event as a table; a row opens its order. */
export function OrderTable(props: {
	/** Path of the list. */
	base: string;
	timeZone: string;
	orders: ListedOrder[];
	empty: React.ReactNode;
	isLoading: boolean;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const navigate = useNavigate();
	const { base, orders, timeZone } = props;
	return (
		<DataTable
			label={t`Orders`}
			rows={orders}
			rowKey={(order) => order.id}
			rowName={(order) => order.code}
			isLoading={props.isLoading}
			empty={props.empty}
			onOpen={(order) => void navigate(`${base}/${order.id}`)}
			columns={[
				{
					id: 'code',
					header: t`Order`,
					from: 'sm',
					cell: (order) => <OrderLink base={base} order={order} />,
				},
				{
					id: 'buyer',
					header: t`Buyer`,
					className: 'w-full max-w-24',
					cell: (order) => (
						<>
							<p className="truncate font-medium" dir="auto" title={order.buyer.name}>
								{order.buyer.name}
							</p>
							<p className="truncate text-compact text-muted max-sm:hidden" title={order.buyer.email}>
								{order.buyer.email}
							</p>
							<p className="text-compact sm:hidden">
								<OrderLink base={base} order={order} />
								{order.attendeeCount > 1 ? (
									<span className="text-muted">
										{' · '}
										<Plural value={order.attendeeCount} one="# ticket" other="# tickets" />
									</span>
								) : null}
							</p>
						</>
					),
				},
				{
					id: 'tickets',
					header: t`Tickets`,
					from: 'lg',
					align: 'end',
					cell: (order) => formats.number(order.attendeeCount),
				},
				{
					id: 'total',
					header: t`Total`,
					align: 'end',
					cell: (order) => <Amount order={order} timeZone={timeZone} />,
				},
				{
					id: 'state',
					header: t`Status`,
					from: 'sm',
					cell: (order) => <OrderState order={order} timeZone={timeZone} />,
				},
				{ id: 'method', header: t`Payment`, from: 'md', cell: (order) => <Method order={order} /> },
				{
					id: 'when',
					header: t`Placed`,
					from: 'lg',
					className: 'whitespace-nowrap',
					cell: (order) => formats.dateTime(order.createdAt, timeZone),
				},
			]}
		/>
	);
}

function OrderLink({ base, order }: { base: string; order: ListedOrder }) {
	return (
		<Link to={`${base}/${order.id}`} className="link">
			<code>{order.code}</code>
		</Link>
	);
}

/** The total; on a phone the state stands below it, elsewhere what of it went back. */
function Amount({ order, timeZone }: { order: ListedOrder; timeZone: string }) {
	const formats = useFormats();
	const returned = order.refundedMinor + order.refundingMinor;
	return (
		<div className="flex flex-col items-end gap-1">
			<Money>{formats.money(order.totalMinor, order.currency)}</Money>
			{returned > 0 && returned < order.totalMinor ? (
				<Money className="text-compact text-muted max-sm:hidden">
					{formats.money(-returned, order.currency)}
				</Money>
			) : null}
			<span className="sm:hidden">
				<OrderState order={order} timeZone={timeZone} />
			</span>
		</div>
	);
}

function Method({ order }: { order: ListedOrder }) {
	const { i18n } = useLingui();
	const word = methodLabel(order);
	return (
		<span className="flex flex-wrap items-center gap-2">
			{word ? <span className="whitespace-nowrap">{i18n._(word)}</span> : <span aria-hidden="true">–</span>}
			{order.isTest ? <TestMode /> : null}
		</span>
	);
}
