import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { OrganisationCell } from '#app/features/admin/components/organisation-cell.tsx';
import { useAllPayments, usePaymentFigures } from '#app/features/admin/payments-api.ts';
import { useFormats } from '#app/lib/format.ts';
import { methodLabels, paymentLabels } from '#app/lib/payment-labels.ts';
import { lazyDialog, lazyPart } from '#app/shell/lazy-part.tsx';
import type { ShapedPage } from '#app/shell/route-skeleton.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { RelativeTime } from '#app/ui/time.tsx';
import type { AdminPayment } from '#shared/contracts/admin-payments.ts';
import { LATE_PAYMENT_MINUTES } from '#shared/rules/periods.ts';

export const handle = { shape: 'figures' } satisfies ShapedPage;

const CheckLatePayments = lazyPart(
	() => import('#app/features/admin/components/ask-for-all.tsx').then((module) => module.CheckLatePayments),
	null,
);
const PaymentSheet = lazyDialog(() =>
	import('#app/features/admin/components/payment-sheet.tsx').then((module) => module.PaymentSheet),
);

/** The money of all organisations: what the installation earned, what is open, and every payment. */
export default function AdminPaymentsPage() {
	const { t } = useLingui();
	return (
		<AdminListPage
			title={t`Payments`}
			intro={<Figures />}
			filters={[
				{
					name: 'filter',
					label: t`Filter`,
					options: optionsOf({
						all: t`All`,
						open: t`Awaiting provider`,
						late: t`Late: over ${LATE_PAYMENT_MINUTES} minutes`,
						failed: t`Declined`,
					}),
				},
			]}
			useRows={useAllPayments}
			columns={useColumns()}
			empty={{
				title: t`No payments yet`,
				description: t`Payments of all organisations appear here.`,
				noMatch: t`No matching payments`,
				reset: t`Clear filters`,
			}}
			actions={({ filter }) => (filter === 'late' ? <CheckLatePayments /> : null)}
			sheet={(payment, onClose) => <PaymentSheet payment={payment} onClose={onClose} />}
		/>
	);
}

/** The line under the figures has its height before it is known, so that the list stays where it is. */
const modeHeight = 'min-h-10 md:min-h-5';

function Figures() {
	const { t } = useLingui();
	const formats = useFormats();
	const figures = usePaymentFigures();
	if (figures.error) return <ErrorCallout error={figures.error} onRetry={figures.refetch} />;
	const { data } = figures;
	// Tiles with their labels from the start: one whose label takes two lines is higher, and so is its row.
	const waiting = (
		<span className="skeleton-group block">
			<Skeleton className="h-8 w-12" />
		</span>
	);
	const number = (value: number | undefined) => (value === undefined ? waiting : formats.number(value));
	return (
		<div aria-busy={!data || undefined} className="flex flex-col gap-3">
			<div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
				<StatTile
					label={t`Fees this month`}
					value={
						data
							? data.fees.map((one) => formats.money(one.amountMinor, one.currency)).join(' · ') || null
							: waiting
					}
					definition={t`What the installation kept of payments since the first of the month (UTC), before refunds.`}
				/>
				<StatTile
					label={t`Awaiting provider`}
					value={number(data?.latePayments)}
					definition={t`Payments that the provider has not answered for more than ${LATE_PAYMENT_MINUTES} minutes.`}
					to="/admin/payments?filter=late"
				/>
				<StatTile
					label={t`Failing events`}
					value={number(data?.failingEvents)}
					definition={t`Events of the provider that could not be settled after three attempts.`}
					to="/admin/provider-events"
				/>
				<StatTile
					label={t`Unmatched events`}
					value={number(data?.unmatchedEvents)}
					definition={t`Events of the provider about an account, payment or refund that isn’t known here.`}
					to="/admin/provider-events?filter=unmatched"
				/>
				<StatTile
					label={t`Failed refunds`}
					value={number(data?.failedRefunds)}
					definition={t`Refunds that did not arrive, and whose buyers are still owed the money.`}
					to="/admin/failed-refunds"
				/>
				<StatTile
					label={t`Differences`}
					value={number(data?.differences)}
					definition={t`Movements at the provider that the books do not explain. Each organisation settles its own.`}
					to="/admin/differences"
				/>
				<StatTile label={t`Open disputes`} value={number(data?.disputes)} />
				<StatTile
					label={t`Active accounts`}
					value={number(data?.accounts.enabled)}
					definition={t`Payment accounts that take cards.`}
				/>
				<StatTile
					label={t`Incomplete accounts`}
					value={number(data?.accounts.restricted)}
					definition={t`The provider needs to know more, or has stopped card payments.`}
				/>
				<StatTile
					label={t`Stopped accounts`}
					value={number(data?.accounts.stopped)}
					definition={t`Stopped by an administrator, at the organisation.`}
					to="/admin/organisations"
				/>
			</div>
			<p className={clsx('text-compact text-muted', modeHeight)}>
				{!data ? null : data.gateway === 'test' ? (
					<Trans>Test mode: no real money is moved. Set the keys of Stripe to go live.</Trans>
				) : (
					<Trans>Payments are made by Stripe.</Trans>
				)}
			</p>
		</div>
	);
}

function useColumns(): Column<AdminPayment>[] {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	return [
		{
			id: 'state',
			header: t`Status`,
			cell: ({ state }) => (
				<StatusBadge tone={paymentLabels[state].tone}>{i18n._(paymentLabels[state].label)}</StatusBadge>
			),
		},
		{
			id: 'organisation',
			header: t`Organisation`,
			className: 'min-w-40',
			cell: (row) => <OrganisationCell {...row} />,
		},
		{
			id: 'method',
			header: t`Paid by`,
			from: 'md',
			cell: ({ method }) => i18n._(methodLabels[method]),
		},
		{
			id: 'amount',
			header: t`Amount`,
			align: 'end',
			cell: ({ amountMinor, currency }) => formats.money(amountMinor, currency),
		},
		{
			id: 'created',
			header: t`Created`,
			from: 'sm',
			align: 'end',
			cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
		},
	];
}
