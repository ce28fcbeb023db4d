import { useLingui } from '@lingui/react/macro';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { PlanState } from '#app/features/admin/components/plan-state.tsx';
import { useAdminPlans } from '#app/features/admin/payments-api.ts';
import { useFormats } from '#app/lib/format.ts';
import { planNames } from '#app/lib/plan-names.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { optionsOf } from '#app/ui/options.ts';
import type { AdminPlan } from '#shared/contracts/admin-money.ts';

const PlanSheet = lazyDialog(() =>
	import('#app/features/admin/components/plan-sheet.tsx').then((module) => module.PlanSheet),
);

/** Organisations with their plans: what they pay, what is due, and what they were given. */
export default function AdminPlansPage() {
	const { t } = useLingui();
	return (
		<AdminListPage
			title={t`Plans`}
			search={{ label: t`Search organisations`, placeholder: t`Name` }}
			filters={[
				{
					name: 'filter',
					label: t`Filter`,
					options: optionsOf({
						all: t`All`,
						paid: t`Paid`,
						unpaid: t`Payment due`,
						ended: t`Ended`,
						granted: t`Given without payment`,
						unbilled: t`Bills waiting for details`,
					}),
				},
			]}
			useRows={useAdminPlans}
			columns={useColumns()}
			empty={{
				title: t`No organisations yet`,
				noMatch: t`No matching organisations`,
				reset: t`Clear filters`,
			}}
			sheet={(plan, onClose) => <PlanSheet plan={plan} onClose={onClose} />}
		/>
	);
}

function useColumns(): Column<AdminPlan>[] {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	return [
		{
			id: 'name',
			header: t`Organisation`,
			className: 'min-w-40',
			cell: ({ name }) => (
				<span dir="auto" className="font-medium">
					{name}
				</span>
			),
		},
		{ id: 'plan', header: t`Plan`, cell: ({ plan }) => i18n._(planNames[plan]) },
		{ id: 'state', header: t`Status`, cell: (plan) => <PlanState plan={plan} /> },
		{
			id: 'next',
			header: t`Next bill`,
			from: 'md',
			align: 'end',
			cell: ({ renewsMinor, dueMinor, currency, periodEnd, nextChargeAt }) => {
				const amount = dueMinor ?? renewsMinor;
				const day = dueMinor === null ? periodEnd : nextChargeAt;
				if (amount === null) return '–';
				return day
					? `${formats.money(amount, currency)} · ${formats.shortDate(day, 'UTC')}`
					: formats.money(amount, currency);
			},
		},
	];
}
