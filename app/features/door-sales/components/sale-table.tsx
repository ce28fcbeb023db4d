import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'react-router';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailed } from '#app/ui/load-failed.tsx';
import { Money } from '#app/ui/money.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { CashDrawer } from '#shared/contracts/door-sales.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { type ListedSale, useDoorSales } from '../api.ts';
import { useDeviceName } from './device-name.tsx';

/** What was sold and paid at the door, the newest first. */
export function SaleTable(props: {
	event: PublicEvent;
	/** Only what was paid into it; null: all. */
	drawer: CashDrawer | null;
	onAll: () => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const nameOf = useDeviceName();
	const { event, drawer, onAll } = props;
	// As the page was opened, by name or by id: only then does the bar know where it stands.
	const { event: key = event.id } = useParams();
	const sales = useDoorSales(event.id, drawer?.id ?? '', true);
	const all = (
		<Button size="sm" variant="outline" onClick={onAll}>
			<Trans>Show all sales</Trans>
		</Button>
	);
	const pathOf = ({ orderId }: ListedSale) => `/events/${key}/orders/${orderId}`;
	const device = drawer ? nameOf(drawer.device) : '';
	return (
		<Card
			id="sold-at-door"
			tabIndex={-1}
			className="scroll-mt-24"
			title={<Trans>Sold at the door</Trans>}
			description={
				drawer ? (
					<span role="status">
						<Trans>Sales in cash of {device}</Trans>
					</span>
				) : (
					<Trans>Sales at the door, and payments for earlier orders.</Trans>
				)
			}
			actions={drawer ? all : undefined}
			padding="none"
		>
			<DataTable
				label={t`Sold at the door`}
				rows={sales.data ?? []}
				rowKey={({ id }) => id}
				rowName={({ orderCode }) => orderCode}
				isLoading={sales.isPending}
				empty={
					sales.isError ? (
						<LoadFailed title={t`Couldn’t load the sales.`} onRetry={sales.refetch} />
					) : (
						<EmptyState
							drawing="ticket"
							title={t`No sales at the door yet`}
							description={t`Create a staff link with door sales, and open it on a phone at the entrance.`}
							action={drawer ? all : undefined}
						/>
					)
				}
				columns={[
					{
						id: 'order',
						header: t`Order`,
						cell: (sale) => (
							<div className="flex flex-col gap-0.5">
								<Link to={pathOf(sale)} className="link w-fit">
									{sale.orderCode}
								</Link>
								<span className="text-compact text-muted">
									{formats.dateTime(sale.soldAt, event.timeZone)}
								</span>
							</div>
						),
					},
					{ id: 'way', header: t`Method`, from: 'md', cell: (sale) => <Way sale={sale} /> },
					{
						id: 'device',
						header: t`Device`,
						from: 'lg',
						className: 'max-w-48 [overflow-wrap:anywhere]',
						cell: (sale) => <bdi>{nameOf(sale.device)}</bdi>,
					},
					{ id: 'state', header: t`Status`, from: 'sm', cell: (sale) => <State sale={sale} /> },
					{ id: 'total', header: t`Total`, align: 'end', cell: (sale) => <Total sale={sale} /> },
				]}
			/>
			<ShowMore {...moreOf(sales)} />
		</Card>
	);
}

function Way({ sale }: { sale: ListedSale }) {
	const { t } = useLingui();
	const ways = { cash: t`Cash`, card: t`Card on the guest’s phone`, transfer: t`Bank transfer` };
	const about = [
		sale.kind === 'payment' ? t`Payment for a ticket` : '',
		sale.isOffline ? t`Offline` : '',
	].filter(Boolean);
	return (
		<span className="flex flex-col gap-0.5">
			<span>{sale.totalMinor === 0 ? t`Nothing to pay` : ways[sale.way]}</span>
			{about.length > 0 ? <span className="text-compact text-muted">{about.join(' · ')}</span> : null}
		</span>
	);
}

function State({ sale }: { sale: ListedSale }) {
	const { t } = useLingui();
	const states: Record<ListedSale['state'], [StatusTone, string]> = {
		paid: ['success', t`Paid`],
		waiting: ['pending', t`Waiting for payment`],
		ended: ['neutral', t`Ended`],
	};
	const [tone, label] = states[sale.state];
	return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** What it came to; of cash also what was given and what went back. */
function Total({ sale }: { sale: ListedSale }) {
	const { t } = useLingui();
	const formats = useFormats();
	const money = (minor: number) => formats.money(minor, sale.currency);
	return (
		<span className="flex flex-col items-end gap-0.5">
			<Money>{money(sale.totalMinor)}</Money>
			{sale.givenMinor !== null && sale.changeMinor !== null ? (
				<span className="text-compact text-muted">
					{t`${money(sale.givenMinor)} given, ${money(sale.changeMinor)} change`}
				</span>
			) : null}
		</span>
	);
}
