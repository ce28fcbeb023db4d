import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { useUsers } from '#app/features/admin/people-api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { AdminUser, UserFilter } from '#shared/contracts/admin-people.ts';

const UserSheet = lazyDialog(() =>
	import('#app/features/admin/components/user-sheet.tsx').then((module) => module.UserSheet),
);

/** All accounts. */
export default function AdminPeoplePage() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const [q, setQ] = useState('');
	const [filter, setFilter] = useState<UserFilter>('all');
	const [opened, setOpened] = useState<AdminUser | null>(null);
	const users = useUsers({ q: useDeferredValue(q).trim(), filter });
	const rows = users.data ?? [];
	return (
		<section className="flex flex-col gap-4">
			<PageTitle title={t`Accounts`} />
			<div className="flex flex-wrap items-end gap-3">
				<SearchField
					label={t`Search accounts`}
					placeholder={t`Name, email or organisation`}
					className="min-w-56 flex-1 basis-56"
					value={q}
					onChange={(event) => setQ(event.target.value)}
				/>
				<Select
					label={t`Filter`}
					isLabelHidden
					value={filter}
					onChange={(event) => setFilter(event.target.value as UserFilter)}
					options={[
						{ value: 'all', label: t`All` },
						{ value: 'admins', label: t`Admins` },
						{ value: 'unverified', label: t`Not verified` },
						{ value: 'locked', label: t`Locked` },
						{ value: 'disabled', label: t`Disabled` },
					]}
				/>
			</div>
			{users.error ? (
				<Callout tone="danger" isUrgent>
					{errorText(users.error)}
				</Callout>
			) : null}
			<Card padding="none">
				<DataTable
					label={t`Accounts`}
					columns={useColumns()}
					rows={rows}
					rowKey={(user) => user.id}
					onOpen={setOpened}
					openKey={opened?.id ?? null}
					isLoading={users.isPending}
					empty={<EmptyState title={t`No matching accounts`} />}
				/>
			</Card>
			<ShowMore
				hasMore={users.hasNextPage}
				isLoading={users.isFetchingNextPage}
				onMore={() => void users.fetchNextPage()}
				status={rows.length > 0 ? t`${rows.length} shown` : undefined}
			/>
			<UserSheet user={opened} onClose={() => setOpened(null)} />
		</section>
	);
}

function UserState({ user }: { user: AdminUser }) {
	if (user.disabledAt)
		return (
			<StatusBadge tone="danger">
				<Trans>Disabled</Trans>
			</StatusBadge>
		);
	if (user.lockedAt)
		return (
			<StatusBadge tone="warning">
				<Trans>Locked</Trans>
			</StatusBadge>
		);
	return user.isEmailVerified ? (
		<StatusBadge tone="success">
			<Trans>Verified</Trans>
		</StatusBadge>
	) : (
		<StatusBadge tone="pending">
			<Trans>Not verified</Trans>
		</StatusBadge>
	);
}

function useColumns(): Column<AdminUser>[] {
	const { t } = useLingui();
	const formats = useFormats();
	return [
		{
			id: 'who',
			header: t`Account`,
			className: 'min-w-48',
			cell: (user) => (
				<div className="flex flex-col gap-0.5">
					<span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
						<span className="min-w-0 [overflow-wrap:anywhere]">{user.email}</span>
						{user.isAdmin ? <Badge>{t`Admin`}</Badge> : null}
					</span>
					<span dir="auto" className="text-compact text-muted">
						{`${user.firstName} ${user.lastName}`.trim()}
					</span>
				</div>
			),
		},
		{ id: 'state', header: t`Status`, cell: (user) => <UserState user={user} /> },
		{
			id: 'organisations',
			header: t`Organisations`,
			from: 'md',
			cell: (user) => formats.list(user.organisations.map(({ name }) => name)),
		},
		{
			id: 'seen',
			header: t`Last seen`,
			from: 'sm',
			align: 'end',
			cell: (user) => (user.lastSeenAt ? formats.relative(user.lastSeenAt) : '–'),
		},
	];
}
