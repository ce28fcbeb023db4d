import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { ImportPreview, ImportRow } from '#shared/contracts/guest-import.ts';
import { verdictLooks } from '../labels.ts';

/** Rows shown of each view; the counts above show how many there are. */
const SHOWN = 200;

/** What would happen to each row: first the skipped rows, then those to import. */
export function RowTable({ preview }: { preview: ImportPreview }) {
	const { t } = useLingui();
	const formats = useFormats();
	const left = preview.rows.filter(({ verdict }) => verdict !== 'ok');
	const good = preview.rows.filter(({ verdict }) => verdict === 'ok');
	const { counts } = preview;
	const [selected, setSelected] = useState(left.length > 0 ? 'left' : 'good');
	return (
		<Tabs
			label={t`Rows`}
			selected={selected}
			onSelect={setSelected}
			items={[
				{
					id: 'left',
					label: t`Skipped`,
					count: formats.number(counts.rows - counts.ok),
					content: (
						<Rows
							label={t`Skipped rows`}
							rows={left}
							empty={t`No skipped rows`}
							hasMore={counts.rows - counts.ok > left.length}
						/>
					),
				},
				{
					id: 'good',
					label: t`To import`,
					count: formats.number(counts.ok),
					content: (
						<Rows
							label={t`Rows to import`}
							rows={good}
							empty={t`Nothing to import`}
							hasMore={counts.ok > good.reduce((sum, { quantity }) => sum + quantity, 0)}
						/>
					),
				},
			]}
		/>
	);
}

function Rows(props: { label: string; rows: ImportRow[]; empty: string; hasMore?: boolean }) {
	const { t, i18n } = useLingui();
	const shown = props.rows.slice(0, SHOWN);
	const ticket: Column<ImportRow> = {
		id: 'ticket',
		header: t`Ticket`,
		from: 'md',
		cell: (row) => <span dir="auto">{row.ticketTypeName}</span>,
	};
	return (
		<div className="rounded-lg border border-hairline bg-surface">
			<DataTable
				label={props.label}
				rows={shown}
				rowKey={(row) => String(row.row)}
				empty={<EmptyState title={props.empty} />}
				className="max-h-120"
				columns={[
					{ id: 'row', header: t`Row`, align: 'end', className: 'w-px', cell: (row) => row.row },
					{
						id: 'guest',
						header: t`Guest`,
						cell: (row) => (
							<div className="min-w-28 py-1">
								<p className="font-medium [overflow-wrap:anywhere]" dir="auto">
									{row.name || '–'}
								</p>
								<p className="text-compact text-muted [overflow-wrap:anywhere]">{row.email}</p>
							</div>
						),
					},
					...(shown[0]?.verdict === 'ok' ? [ticket] : []),
					{
						id: 'verdict',
						header: t`Result`,
						cell: (row) => {
							const look = verdictLooks[row.verdict];
							return (
								<div className="flex min-w-28 flex-col gap-1 py-1">
									<StatusBadge tone={look.tone}>{i18n._(look.label)}</StatusBadge>
									{row.message ? (
										<span className="text-compact text-muted [overflow-wrap:anywhere]" dir="auto">
											{row.message}
										</span>
									) : null}
								</div>
							);
						},
					},
				]}
			/>
			{props.rows.length > SHOWN || props.hasMore ? (
				<p className="border-t border-hairline px-5 py-3 text-compact text-muted">
					<Trans>Only the first rows are shown.</Trans>
				</p>
			) : null}
		</div>
	);
}
