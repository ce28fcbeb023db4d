import { useLingui } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { useOrganisations } from '#app/features/admin/people-api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import type { AdminOrganisation } from '#shared/contracts/admin-people.ts';

export default function AdminOrganisationsPage() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const formats = useFormats();
	const [q, setQ] = useState('');
	const organisations = useOrganisations(useDeferredValue(q).trim());
	const rows = organisations.data?.pages.flatMap((page) => page.data) ?? [];
	const columns: Column<AdminOrganisation>[] = [
		{
			id: 'name',
			header: t`Organisation`,
			className: 'min-w-48',
			cell: (one) => (
				<span dir="auto" className="font-medium">
					{one.name}
				</span>
			),
		},
		{ id: 'members', header: t`Members`, align: 'end', cell: (one) => formats.number(one.members) },
		{ id: 'events', header: t`Events`, align: 'end', cell: (one) => formats.number(one.events) },
		{
			id: 'since',
			header: t`Since`,
			from: 'sm',
			align: 'end',
			cell: (one) => formats.relative(one.createdAt),
		},
	];
	return (
		<section className="flex flex-col gap-4" aria-label={t`Organisations`}>
			<PageTitle title={t`Organisations`} />
			<SearchField label={t`Search organisations`} value={q} onChange={(event) => setQ(event.target.value)} />
			{organisations.error ? (
				<Callout tone="danger" isUrgent>
					{errorText(organisations.error)}
				</Callout>
			) : null}
			<Card padding="none">
				<DataTable
					label={t`Organisations`}
					columns={columns}
					rows={rows}
					rowKey={(one) => one.id}
					isLoading={organisations.isPending}
					empty={<EmptyState title={t`No organisation matches.`} />}
				/>
			</Card>
			<ShowMore
				hasMore={organisations.hasNextPage}
				isLoading={organisations.isFetchingNextPage}
				onMore={() => void organisations.fetchNextPage()}
				status={rows.length > 0 ? t`${rows.length} shown` : undefined}
			/>
		</section>
	);
}
