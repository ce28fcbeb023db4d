import { useLingui } from '@lingui/react/macro';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { useErrors } from '#app/features/error-log/api.ts';
import { ErrorBadge } from '#app/features/error-log/components/error-badge.tsx';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { RowName } from '#app/ui/row-name.tsx';
import type { LoggedError } from '#shared/contracts/error-log.ts';

const ErrorSheet = lazyDialog(() =>
	import('#app/features/error-log/components/error-sheet.tsx').then((module) => module.ErrorSheet),
);

/** The error log of the installation: crashes of browsers and of the server by kind, what happened last first. */
export default function AdminErrorsPage() {
	const { t } = useLingui();
	return (
		<AdminListPage
			title={t`Error log`}
			label={t`Errors`}
			search={{ label: t`Search errors`, placeholder: t`Text, page or request` }}
			filters={[
				{
					name: 'state',
					label: t`Status`,
					options: optionsOf({ open: t`Open`, resolved: t`Resolved`, all: t`All statuses` }),
				},
			]}
			useRows={useErrors}
			columns={useColumns()}
			empty={{
				title: t`No errors`,
				description: t`Page and server crashes appear here, grouped and without personal data.`,
				noMatch: t`No matching errors`,
				reset: t`Show open errors`,
			}}
			sheet={(error, onClose) => <ErrorSheet error={error} onClose={onClose} />}
		/>
	);
}

function useColumns(): Column<LoggedError>[] {
	const { t } = useLingui();
	const formats = useFormats();
	return [
		{ id: 'state', header: t`Status`, cell: (row) => <ErrorBadge error={row} /> },
		{
			id: 'what',
			header: t`Error`,
			className: 'min-w-48',
			cell: (row) => (
				<div className="flex flex-col gap-0.5">
					<RowName>{row.name}</RowName>
					<span dir="auto" className="line-clamp-2 text-compact text-muted [overflow-wrap:anywhere]">
						{row.message}
					</span>
				</div>
			),
		},
		{
			id: 'route',
			header: t`Page or job`,
			from: 'md',
			className: 'font-mono text-compact [overflow-wrap:anywhere]',
			cell: (row) => row.route || '–',
		},
		{ id: 'count', header: t`Count`, align: 'end', cell: (row) => formats.number(row.count) },
		{
			id: 'last',
			header: t`Last seen`,
			from: 'sm',
			align: 'end',
			cell: (row) => formats.relative(row.lastSeenAt),
		},
	];
}
