import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { useOrganisations } from '#app/features/admin/organisations-api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { AdminOrganisation, OrganisationFilter } from '#shared/contracts/admin-organisations.ts';

const OrganisationSheet = lazyDialog(() =>
	import('#app/features/admin/components/organisation-sheet.tsx').then((module) => module.OrganisationSheet),
);

/** Everybody who organises. */
export default function AdminOrganisationsPage() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const formats = useFormats();
	const [q, setQ] = useState('');
	const [filter, setFilter] = useState<OrganisationFilter>('all');
	const [opened, setOpened] = useState<AdminOrganisation | null>(null);
	const organisations = useOrganisations({ q: useDeferredValue(q).trim(), filter });
	const rows = organisations.data ?? [];
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
		{ id: 'state', header: t`Status`, cell: (one) => <OrganisationState organisation={one} /> },
		{
			id: 'members',
			header: t`Members`,
			from: 'md',
			align: 'end',
			cell: (one) => formats.number(one.members),
		},
		{ id: 'events', header: t`Events`, from: 'sm', align: 'end', cell: (one) => formats.number(one.events) },
		{
			id: 'since',
			header: t`Created`,
			from: 'sm',
			align: 'end',
			cell: (one) => formats.relative(one.createdAt),
		},
	];
	return (
		<section className="flex flex-col gap-4">
			<PageTitle title={t`Organisations`} />
			<div className="flex flex-wrap items-end gap-3">
				<SearchField
					label={t`Search organisations`}
					placeholder={t`Name`}
					className="min-w-56 flex-1 basis-56"
					value={q}
					onChange={(event) => setQ(event.target.value)}
				/>
				<Select
					label={t`Filter`}
					isLabelHidden
					value={filter}
					onChange={(event) => setFilter(event.target.value as OrganisationFilter)}
					options={[
						{ value: 'all', label: t`All` },
						{ value: 'verified', label: t`Verified` },
						{ value: 'locked', label: t`Locked` },
					]}
				/>
			</div>
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
					onOpen={setOpened}
					openKey={opened?.id ?? null}
					isLoading={organisations.isPending}
					empty={<EmptyState title={t`No matching organisations`} />}
				/>
			</Card>
			<ShowMore
				hasMore={organisations.hasNextPage}
				isLoading={organisations.isFetchingNextPage}
				onMore={() => void organisations.fetchNextPage()}
				status={rows.length > 0 ? t`${rows.length} shown` : undefined}
			/>
			<OrganisationSheet organisation={opened} onClose={() => setOpened(null)} />
		</section>
	);
}

function OrganisationState({ organisation }: { organisation: AdminOrganisation }) {
	if (organisation.lockedAt) {
		return (
			<StatusBadge tone="warning">
				<Trans>Locked</Trans>
			</StatusBadge>
		);
	}
	return organisation.verifiedAt ? (
		<StatusBadge tone="success">
			<Trans>Verified</Trans>
		</StatusBadge>
	) : (
		<span className="text-muted">–</span>
	);
}
