import { msg } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { useParams } from 'react-router';
import { noOrderFilters, type OrderListFilters, useOrders } from '#app/features/orders-admin/api.ts';
import { OrdersExport } from '#app/features/orders-admin/components/orders-export.tsx';
import { stateLabels } from '#app/features/orders-admin/order-labels.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useUrlFilters } from '#app/lib/url-filters.ts';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DebouncedSearchField } from '#app/ui/debounced-search-field.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { type OrderFilter, orderFilters } from '#shared/rules/order-money-state.ts';
import type { Route } from './+types/event-orders';

const OrderTable = lazyPart(
	() => import('#app/features/orders-admin/components/order-table.tsx').then((module) => module.OrderTable),
	<RouteSkeleton />,
);

/** Refunds to all, with the question for a recent sign-in; only a cancelled event has them. */
const BulkRefunds = lazyPart(
	async () => {
		const [{ BulkRefunds }, { useConfirmed }] = await Promise.all([
			import('#app/features/orders-admin/components/bulk-refunds.tsx'),
			import('#app/features/accounts/components/security/confirm-sign-in.tsx'),
		]);
		return function ConfirmedBulkRefunds(props: Omit<ComponentProps<typeof BulkRefunds>, 'confirmed'>) {
			const { confirmed, dialog } = useConfirmed();
			return (
				<>
					<BulkRefunds {...props} confirmed={confirmed} />
					{dialog}
				</>
			);
		};
	},
	<RouteSkeleton />,
);

export default function EventOrdersPage({ params }: Route.ComponentProps) {
	return (
		<EventWorkspace event={params.event} title={msg`Orders`}>
			{(event) => <Orders event={event} />}
		</EventWorkspace>
	);
}

const isKnown = (name: string, value: string) =>
	name !== 'state' || orderFilters.includes(value as OrderFilter);

function Orders({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const { event: key = event.id } = useParams();
	const [filters, setFilters] = useUrlFilters(noOrderFilters, isKnown);
	const orders = useOrders(event.id, filters);
	const rows = orders.data ?? [];
	const permissions = event.organisation?.permissions ?? [];
	return (
		<section className="flex flex-col gap-4" aria-label={t`Order list`}>
			{event.status === 'cancelled' && permissions.includes('money.manage') ? (
				<BulkRefunds event={event.id} base={`/events/${key}/orders`} />
			) : null}
			<div className="flex flex-wrap items-end gap-2">
				<DebouncedSearchField
					label={t`Search orders`}
					placeholder={t`Search name, email or order`}
					className="flex-1 basis-full md:basis-56"
					q={filters.q}
					onSearch={(q) => setFilters({ q })}
				/>
				<OrderFilterSelect value={filters.state} onChange={(state) => setFilters({ state })} />
				<ButtonLink to={`/events/${key}/tickets/waitlist`} variant="outline">
					{t`Waitlist`}
				</ButtonLink>
				{permissions.includes('money.view') ? <OrdersExport event={event.id} /> : null}
			</div>
			<div className="rounded-lg border border-hairline bg-surface">
				<OrderTable
					base={`/events/${key}/orders`}
					timeZone={event.timeZone}
					orders={rows}
					isLoading={orders.isPending}
					empty={
						orders.isError ? (
							<EmptyState
								title={t`Couldn’t load the orders.`}
								action={<Button onClick={() => void orders.refetch()}>{t`Try again`}</Button>}
							/>
						) : filters.q || filters.state ? (
							<EmptyState
								title={t`No matching orders`}
								action={
									<Button variant="outline" onClick={() => setFilters(noOrderFilters)}>
										{t`Clear filters`}
									</Button>
								}
							/>
						) : (
							<EmptyState
								drawing="ticket"
								title={t`No orders yet`}
								description={t`Every registration and purchase appears here, with what was paid.`}
								action={
									<div className="flex flex-wrap justify-center gap-2">
										{permissions.includes('tickets.edit') ? (
											<ButtonLink to={`/events/${key}/tickets`} variant="outline">
												{t`Edit tickets`}
											</ButtonLink>
										) : null}
										<ButtonLink to={`/events/${key}/share`}>{t`Share event`}</ButtonLink>
									</div>
								}
							/>
						)
					}
				/>
			</div>
			<ShowMore
				{...moreOf(orders)}
				status={rows.length > 0 && <Plural value={rows.length} one="# order shown" other="# orders shown" />}
			/>
		</section>
	);
}

/** Which orders the list shows, by how they and their money stand. */
function OrderFilterSelect(props: {
	value: OrderListFilters['state'];
	onChange: (state: OrderListFilters['state']) => void;
}) {
	const { t, i18n } = useLingui();
	return (
		<Select
			label={t`Status`}
			isLabelHidden
			value={props.value}
			onChange={(change) => props.onChange(change.target.value as OrderListFilters['state'])}
			options={[
				{ value: '', label: t`All statuses` },
				...orderFilters.map((state) => ({ value: state, label: i18n._(stateLabels[state].label) })),
			]}
			className="basis-48 max-md:flex-1"
		/>
	);
}
