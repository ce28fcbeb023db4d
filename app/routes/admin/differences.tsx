import { useLingui } from '@lingui/react/macro';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { useAllDifferences } from '#app/features/admin/payments-api.ts';
import { differenceLabels } from '#app/lib/difference-labels.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { Money } from '#app/ui/money.tsx';
import { RelativeTime } from '#app/ui/time.tsx';
import type { AdminDifference } from '#shared/contracts/admin-money.ts';

const DifferenceSheet = lazyDialog(() =>
	import('#app/features/admin/components/difference-sheet.tsx').then((module) => module.DifferenceSheet),
);

/** Movements at the provider that the books of an organisation do not explain. */
export default function AdminDifferencesPage() {
	const { t } = useLingui();
	return (
		<AdminListPage
			title={t`Differences`}
			useRows={useAllDifferences}
			columns={useColumns()}
			empty={{
				title: t`The books and the provider agree`,
				description: t`Balances are compared after each payment, and every night. What the books of an organisation do not explain appears here.`,
			}}
			sheet={(difference, onClose) => <DifferenceSheet difference={difference} onClose={onClose} />}
		/>
	);
}

function useColumns(): Column<AdminDifference>[] {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	return [
		{
			id: 'difference',
			header: t`Difference`,
			className: 'min-w-40',
			cell: ({ difference, organisationName }) => (
				<div className="flex flex-col gap-0.5">
					<span className="font-medium">{i18n._(differenceLabels[difference])}</span>
					<span dir="auto" className="text-compact text-muted">
						{organisationName}
					</span>
				</div>
			),
		},
		{
			id: 'amount',
			header: t`Amount`,
			align: 'end',
			cell: ({ amountMinor, currency }) => <Money>{formats.money(amountMinor, currency)}</Money>,
		},
		{
			id: 'occurred',
			header: t`Occurred`,
			from: 'sm',
			align: 'end',
			cell: ({ occurredAt }) => <RelativeTime at={occurredAt} />,
		},
	];
}
