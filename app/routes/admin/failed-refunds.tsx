import { useLingui } from '@lingui/react/macro';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { OrganisationCell } from '#app/features/admin/components/organisation-cell.tsx';
import { useFailedRefunds } from '#app/features/admin/payments-api.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { Money } from '#app/ui/money.tsx';
import { RelativeTime } from '#app/ui/time.tsx';
import type { FailedRefund } from '#shared/contracts/admin-money.ts';

const FailedRefundSheet = lazyDialog(() =>
	import('#app/features/admin/components/failed-refund-sheet.tsx').then((module) => module.FailedRefundSheet),
);

/** Refunds that did not arrive, and whose buyers still wait for the money. */
export default function AdminFailedRefundsPage() {
	const { t } = useLingui();
	return (
		<AdminListPage
			title={t`Failed refunds`}
			useRows={useFailedRefunds}
			columns={useColumns()}
			empty={{
				title: t`No failed refunds`,
				description: t`Refunds that the provider or a bank sends back appear here, until the buyer has their money.`,
			}}
			sheet={(refund, onClose) => <FailedRefundSheet refund={refund} onClose={onClose} />}
		/>
	);
}

function useColumns(): Column<FailedRefund>[] {
	const { t } = useLingui();
	const formats = useFormats();
	return [
		{
			id: 'organisation',
			header: t`Organisation`,
			className: 'min-w-40',
			cell: (row) => <OrganisationCell {...row} />,
		},
		{
			id: 'failure',
			header: t`Error`,
			from: 'md',
			className: '[overflow-wrap:anywhere]',
			cell: ({ failure }) => failure || '–',
		},
		{
			id: 'amount',
			header: t`Amount`,
			align: 'end',
			cell: ({ amountMinor, currency }) => <Money>{formats.money(amountMinor, currency)}</Money>,
		},
		{
			id: 'created',
			header: t`Requested`,
			from: 'sm',
			align: 'end',
			cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
		},
	];
}
