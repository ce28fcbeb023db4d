import { useLingui } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { auditLabels } from '#app/features/admin/audit-labels.ts';
import { AuditOutcome } from '#app/features/admin/components/audit-outcome.tsx';
import { useAuditEntries } from '#app/features/admin/overview-api.ts';
import { toLabel } from '#app/features/admin/to-label.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Time } from '#app/ui/time.tsx';
import type { AuditEntry } from '#shared/contracts/admin.ts';

const ActSheet = lazyDialog(() =>
	import('#app/features/admin/components/audit-entry-sheet.tsx').then((module) => module.AuditEntrySheet),
);

/** What administrators did. Rows are only ever added. */
export default function AdminAuditPage() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const [q, setQ] = useState('');
	const [opened, setOpened] = useState<AuditEntry | null>(null);
	const acts = useAuditEntries({ q: useDeferredValue(q).trim() });
	const rows = acts.data ?? [];
	return (
		<section className="flex flex-col gap-4" aria-label={t`Audit log`}>
			<PageTitle title={t`Audit log`} />
			<SearchField
				label={t`Search actions`}
				placeholder={t`Action, admin or ID`}
				value={q}
				onChange={(event) => setQ(event.target.value)}
			/>
			{acts.error ? (
				<Callout tone="danger" isUrgent>
					{errorText(acts.error)}
				</Callout>
			) : null}
			<Card padding="none">
				<DataTable
					label={t`Actions`}
					columns={useColumns()}
					rows={rows}
					rowKey={(act) => act.id}
					onOpen={setOpened}
					openKey={opened?.id ?? null}
					isLoading={acts.isPending}
					empty={
						<EmptyState
							title={q ? t`No matching entries` : t`No entries yet`}
							description={q ? undefined : t`Every change made in Admin is logged with who, what and when.`}
						/>
					}
				/>
			</Card>
			<ShowMore
				hasMore={acts.hasNextPage}
				isLoading={acts.isFetchingNextPage}
				onMore={() => void acts.fetchNextPage()}
				status={rows.length > 0 ? t`${rows.length} shown` : undefined}
			/>
			{opened ? <ActSheet act={opened} onClose={() => setOpened(null)} /> : null}
		</section>
	);
}

function useColumns(): Column<AuditEntry>[] {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
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
			cell: (act) => (
				<Time dateTime={act.createdAt} exact={formats.dateTime(act.createdAt, zone)}>
					{formats.relative(act.createdAt)}
				</Time>
			),
		},
	];
}
