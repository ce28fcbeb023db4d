import { Trans, useLingui } from '@lingui/react/macro';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { useUsers } from '#app/features/admin/people-api.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Badge } from '#app/ui/badge.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { AdminUser } from '#shared/contracts/admin-people.ts';

const UserSheet = lazyDialog(() =>
	import('#app/features/admin/components/user-sheet.tsx').then((module) => module.UserSheet),
);

/** All accounts. */
export default function AdminPeoplePage() {
	const { t } = useLingui();
	return (
		<AdminListPage
			title={t`Accounts`}
			search={{ label: t`Search accounts`, placeholder: t`Name, email or organisation` }}
			filters={[
				{
					name: 'filter',
					label: t`Filter`,
					options: optionsOf({
						all: t`All`,
						admins: t`Admins`,
						unverified: t`Not verified`,
						locked: t`Locked`,
						disabled: t`Disabled`,
					}),
				},
			]}
			useRows={useUsers}
			columns={useColumns()}
			empty={{ title: t`No matching accounts` }}
			sheet={(user, onClose) => <UserSheet user={user} onClose={onClose} />}
		/>
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
