import { Trans, useLingui } from '@lingui/react/macro';
import { FlaskConical } from 'lucide-react';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { useOrganisations } from '#app/features/admin/organisations-api.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { AdminOrganisation } from '#shared/contracts/admin-organisations.ts';

const OrganisationSheet = lazyDialog(() =>
	import('#app/features/admin/components/organisation-sheet.tsx').then((module) => module.OrganisationSheet),
);

/** Everybody who organises. */
export default function AdminOrganisationsPage() {
	const { t } = useLingui();
	return (
		<AdminListPage
			title={t`Organisations`}
			search={{ label: t`Search organisations`, placeholder: t`Name` }}
			filters={[
				{
					name: 'filter',
					label: t`Filter`,
					options: optionsOf({ all: t`All`, verified: t`Verified`, locked: t`Locked` }),
				},
			]}
			useRows={useOrganisations}
			columns={useColumns()}
			empty={{ title: t`No matching organisations` }}
			sheet={(organisation, onClose) => <OrganisationSheet organisation={organisation} onClose={onClose} />}
		/>
	);
}

function useColumns(): Column<AdminOrganisation>[] {
	const { t } = useLingui();
	const formats = useFormats();
	return [
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
}

function OrganisationState({ organisation }: { organisation: AdminOrganisation }) {
	if (organisation.lockedAt) {
		return (
			<StatusBadge tone="warning">
				<Trans>Locked</Trans>
			</StatusBadge>
		);
	}
	if (organisation.isSandbox) {
		return (
			<StatusBadge tone="neutral" icon={FlaskConical}>
				<Trans>Sandbox</Trans>
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
