import { Trans, useLingui } from '@lingui/react/macro';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useSuppressions } from '#app/features/admin/api.ts';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { useSuppressionReasons } from '#app/features/admin/components/suppression-reasons.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { RelativeTime } from '#app/ui/time.tsx';
import type { MailSuppression } from '#shared/contracts/notifications.ts';

const SuppressionSheet = lazyDialog(() =>
	import('#app/features/admin/components/suppression-sheet.tsx').then((module) => module.SuppressionSheet),
);
const BlockAddressDialog = lazyDialog(() =>
	import('#app/features/admin/components/block-address-dialog.tsx').then(
		(module) => module.BlockAddressDialog,
	),
);

/** Addresses that get no messages, since emails to them bounce or were reported. */
export default function AdminBlockedAddressesPage() {
	const { t } = useLingui();
	const [isAdding, setAdding] = useState(false);
	return (
		<>
			<AdminListPage
				title={t`Blocked addresses`}
				intro={
					<div className="flex flex-wrap items-start justify-between gap-3">
						<p className="max-w-prose text-sm text-muted">
							<Trans>
								Emails to these addresses bounced or were reported as spam. They get no messages, reminders or
								news. Tickets and emails about orders and accounts are always sent.
							</Trans>
						</p>
						<Button variant="outline" icon={Ban} onClick={() => setAdding(true)}>
							<Trans>Block an address</Trans>
						</Button>
					</div>
				}
				search={{ label: t`Search by full email`, placeholder: t`name@example.org` }}
				useRows={useSuppressions}
				columns={useColumns()}
				empty={{
					title: t`No blocked addresses`,
					description: t`Addresses appear here when emails to them bounce.`,
					noMatch: t`This address isn’t blocked`,
					reset: t`Clear search`,
				}}
				sheet={(row, onClose) => <SuppressionSheet suppression={row} onClose={onClose} />}
			/>
			<BlockAddressDialog isOpen={isAdding} onClose={() => setAdding(false)} />
		</>
	);
}

function useColumns(): Column<MailSuppression>[] {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const reasons = useSuppressionReasons();
	return [
		{
			id: 'address',
			header: t`Email`,
			className: 'min-w-40 [overflow-wrap:anywhere]',
			cell: (row) => row.hint || t`Erased address`,
		},
		{ id: 'reason', header: t`Reason`, cell: (row) => reasons[row.reason] },
		{
			id: 'until',
			header: t`Until`,
			from: 'sm',
			cell: (row) => (row.until ? formats.date(row.until, zone) : t`No end`),
		},
		{
			id: 'since',
			header: t`Since`,
			from: 'md',
			align: 'end',
			cell: (row) => <RelativeTime at={row.since} />,
		},
	];
}
