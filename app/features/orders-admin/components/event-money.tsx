import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Money } from '#app/ui/money.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import type { EventMoney } from '#shared/contracts/order-money.ts';
import type { EventFigure } from '#shared/rules/event-figures.ts';
import { useFigureRows } from '../money-api.ts';

/** Labels of an event’s figures. */
export const figureLabels: Record<EventFigure, ReturnType<typeof msg>> = {
	sold: msg`Sold`,
	returned: msg`Refunds`,
	tax: msg`Tax`,
	platform_fees: msg`Platform fees`,
	provider_fees: msg`Provider fees`,
	disputes: msg`Disputes`,
	net: msg`Net`,
};

const minorOf: Record<EventFigure, (money: EventMoney) => number> = {
	sold: (money) => money.soldMinor,
	returned: (money) => money.returnedMinor,
	tax: (money) => money.taxMinor,
	platform_fees: (money) => money.platformFeesMinor,
	provider_fees: (money) => money.providerFeesMinor,
	disputes: (money) => money.disputesMinor,
	net: (money) => money.netMinor,
};

/** The figures of an event in one currency, each leading to its rows, and what each ticket brought. */
export function EventFigures({ money, base }: { money: EventMoney; base: string }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const amount = (minor: number) => <Money>{formats.money(minor, money.currency)}</Money>;
	const { length: count } = money.byType;
	return (
		<section aria-label={money.currency} className="flex flex-col gap-4">
			<div className="grid grid-cols-2 gap-3 md:grid-cols-4">
				{(Object.keys(minorOf) as EventFigure[]).map((figure) => (
					<StatTile
						key={figure}
						label={i18n._(figureLabels[figure])}
						value={amount(minorOf[figure](money))}
						to={`${base}?figure=${figure}`}
					/>
				))}
			</div>
			{count > 0 ? (
				<Card title={<Trans>By ticket</Trans>} padding="none">
					<DataTable
						label={t`By ticket`}
						rows={withTiers(money)}
						rowKey={(row) => row.key}
						columns={[
							{
								id: 'name',
								header: t`Ticket`,
								cell: (row) => (
									<bdi className={row.isTier ? 'ps-4 text-muted' : ''}>{row.name || t`Other`}</bdi>
								),
							},
							{ id: 'quantity', header: t`Sold`, align: 'end', cell: (row) => row.quantity },
							{
								id: 'amount',
								header: t`Less refunds`,
								align: 'end',
								cell: (row) => amount(row.soldMinor),
							},
						]}
					/>
				</Card>
			) : null}
		</section>
	);
}

/** Ticket types, each followed by what was sold at the prices of its tiers. */
const withTiers = ({ byType }: EventMoney) =>
	byType.flatMap(({ ticketTypeId, name, quantity, soldMinor, tiers }) => [
		{ key: `${ticketTypeId}`, name, quantity, soldMinor, isTier: false },
		...tiers.map((tier) => ({ ...tier, key: `${ticketTypeId} ${tier.name}`, isTier: true })),
	]);

/** The rows behind a figure: what each sale, refund or fee counts in it. */
export function FigureRows(props: {
	event: string;
	figure: EventFigure;
	ordersBase: string;
	timeZone: string;
}) {
	const { event, figure, ordersBase, timeZone } = props;
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const rows = useFigureRows(event, figure);
	const name = i18n._(figureLabels[figure]);
	return (
		<Card title={name} padding="none">
			{rows.error ? <ErrorCallout error={rows.error} className="mx-5 mb-4" /> : null}
			<DataTable
				label={name}
				rows={rows.data ?? []}
				rowKey={(row) => `${row.orderId} ${row.occurredAt} ${row.amountMinor}`}
				isLoading={rows.isPending}
				empty={
					<p className="px-5 py-4 text-sm text-muted">
						<Trans>No rows.</Trans>
					</p>
				}
				columns={[
					{
						id: 'order',
						header: t`Order`,
						cell: (row) => (
							<Link to={`${ordersBase}/${row.orderId}`} className="link">
								{row.code || t`View order`}
							</Link>
						),
					},
					{ id: 'buyer', header: t`Buyer`, from: 'sm', cell: (row) => <bdi>{row.buyerName}</bdi> },
					{
						id: 'when',
						header: t`Date`,
						from: 'md',
						cell: (row) => formats.dateTime(row.occurredAt, timeZone),
					},
					{
						id: 'amount',
						header: t`Amount`,
						align: 'end',
						cell: (row) => <Money>{formats.money(row.amountMinor, row.currency)}</Money>,
					},
				]}
			/>
			<ShowMore {...moreOf(rows)} />
		</Card>
	);
}
