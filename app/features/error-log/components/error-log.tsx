import { useLingui } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import type { LoggedError } from '#shared/contracts/error-log.ts';
import { type ErrorFilters, useErrors } from '../api.ts';
import { ErrorBadge } from './error-badge.tsx';
import { ErrorSheet } from './error-sheet.tsx';

/** The error log of the installation: crashes of browsers and of the server by kind, what happened last first. */
export function ErrorLog() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const [state, setState] = useState<ErrorFilters['state']>('open');
	const [q, setQ] = useState('');
	const [opened, setOpened] = useState<LoggedError | null>(null);
	const errors = useErrors({ state, q: useDeferredValue(q).trim() });
	const rows = errors.data ?? [];
	return (
		<section className="flex flex-col gap-4" aria-label={t`Error log`}>
			<div className="flex flex-wrap items-end gap-3">
				<SearchField
					label={t`Search errors`}
					placeholder={t`Text, page or request`}
					className="min-w-56 flex-1 basis-56"
					value={q}
					onChange={(event) => setQ(event.target.value)}
				/>
				<Select
					label={t`Status`}
					isLabelHidden
					value={state}
					onChange={(event) => setState(event.target.value as ErrorFilters['state'])}
					options={[
						{ value: 'open', label: t`Open` },
						{ value: 'resolved', label: t`Resolved` },
						{ value: 'all', label: t`All statuses` },
					]}
				/>
			</div>
			{errors.error ? (
				<Callout
					tone="danger"
					isUrgent
					action={<Button variant="outline" onClick={() => void errors.refetch()}>{t`Try again`}</Button>}
				>
					{errorText(errors.error)}
				</Callout>
			) : null}
			<Card padding="none">
				<DataTable
					label={t`Errors`}
					columns={useColumns()}
					rows={rows}
					rowKey={(row) => row.id}
					onOpen={setOpened}
					openKey={opened?.id ?? null}
					isLoading={errors.isPending}
					empty={
						q || state !== 'open' ? (
							<EmptyState
								title={t`No matching errors`}
								action={
									<Button
										variant="outline"
										onClick={() => {
											setQ('');
											setState('open');
										}}
									>
										{t`Show open errors`}
									</Button>
								}
							/>
						) : (
							<EmptyState
								title={t`No errors`}
								description={t`Page and server crashes appear here, grouped and without personal data.`}
							/>
						)
					}
				/>
			</Card>
			<ShowMore
				hasMore={errors.hasNextPage}
				isLoading={errors.isFetchingNextPage}
				onMore={() => void errors.fetchNextPage()}
				status={rows.length > 0 ? t`${rows.length} shown` : undefined}
			/>
			<ErrorSheet error={opened} onClose={() => setOpened(null)} />
		</section>
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
					<span className="font-medium [overflow-wrap:anywhere]">{row.name}</span>
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
