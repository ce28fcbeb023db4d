import { useLingui } from '@lingui/react/macro';
import { auditLabels } from '#app/features/admin/audit-labels.ts';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { AuditOutcome } from '#app/features/admin/components/audit-outcome.tsx';
import { useAuditEntries } from '#app/features/admin/overview-api.ts';
import { toLabel } from '#app/features/admin/to-label.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { RelativeTime } from '#app/ui/time.tsx';
import type { AuditEntry } from '#shared/contracts/admin.ts';

const ActSheet = lazyDialog(() =>
	import('#app/features/admin/components/audit-entry-sheet.tsx').then((module) => module.AuditEntrySheet),
);

/** Actions of administrators. Rows are only ever added. */
export default function AdminAuditPage() {
	const { t } = useLingui();
	return (
		<AdminListPage
			title={t`Audit log`}
			label={t`Actions`}
			search={{ label: t`Search actions`, placeholder: t`Action, admin or ID` }}
			useRows={useAuditEntries}
			columns={useColumns()}
			empty={{
				title: t`No entries yet`,
				description: t`Every change made in Admin is logged with who, what and when.`,
				noMatch: t`No matching entries`,
			}}
			sheet={(act, onClose) => act && <ActSheet act={act} onClose={onClose} />}
		/>
	);
}

function useColumns(): Column<AuditEntry>[] {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	return [
		{ id: 'outcome', header: t`Outcome`, cell: (act) => <AuditOutcome outcome={act.outcome} /> },
		{
			id: 'act',
			header: t`Action`,
			className: 'min-w-48',
			cell: (act) => (
				<div className="flex flex-col gap-0.5">
					<span className="font-medium">{toLabel(i18n, auditLabels, act.action)}</span>
					<span className="font-mono text-xs text-muted max-sm:hidden">{act.action}</span>
					<span className="text-compact text-muted sm:hidden">{formats.relative(act.createdAt)}</span>
				</div>
			),
		},
		{
			id: 'actor',
			header: t`Admin`,
			from: 'sm',
			className: '[overflow-wrap:anywhere]',
			cell: (act) => act.actorEmail,
		},
		{
			id: 'at',
			header: t`When`,
			from: 'sm',
			align: 'end',
			cell: (act) => <RelativeTime at={act.createdAt} />,
		},
	];
}
