import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { moreOf } from '#app/lib/cursor-list.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { DebouncedSearchField } from '#app/ui/debounced-search-field.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';

/** The part of `useCursorList` that a page shows. */
export interface List<Row> {
	data: Row[] | undefined;
	error: unknown;
	isPending: boolean;
	hasNextPage: boolean;
	isFetchingNextPage: boolean;
	refetch: () => unknown;
	fetchNextPage: () => unknown;
}

/** One value out of a list, chosen in the bar above the rows. */
export type Filter<F> = {
	[K in keyof F & string]: {
		name: K;
		label: string;
		options: { value: F[K] & string; label: string }[];
		/** Chosen until somebody chooses; the first one unless said otherwise. */
		initial?: F[K];
	};
}[keyof F & string];

/** The rows of a page, and how they are shown. */
export interface AdminListProps<Row, F> {
	title: string;
	/** Of the rows, where it is not the page's. */
	label?: string;
	rowKey?: (row: Row) => string;
	search?: { label: string; placeholder?: string };
	filters?: Filter<F>[];
	columns?: Column<Row>[];
	/** The rows, where they are no table. */
	children?: (rows: Row[]) => ReactNode;
	empty: {
		title: string;
		description?: string;
		/** The title when the list is narrowed. */
		noMatch?: string;
		/** Names the button that takes the filters back. */
		reset?: string;
	};
	/** What a press on a row does, where it opens no sheet. */
	onOpen?: (row: Row) => void;
	/** The detail of the opened row. */
	sheet?: (row: Row | null, onClose: () => void) => ReactNode;
	/** Beside "Show more". */
	actions?: (filters: F) => ReactNode;
}

/** The list of an administrators' page below its heading: search, filters, rows, and the detail of one. */
export function AdminList<Row, F extends { q?: string }>(
	props: AdminListProps<Row, F> & {
		list: List<Row>;
		filters: Filter<F>[];
		chosen: F;
		initial: F;
		onChoose: (change: Partial<F>) => void;
	},
) {
	const { title, label = title, list, columns, children, sheet, actions, chosen, initial } = props;
	const { rowKey = (row) => (row as { id: string }).id, onOpen } = props;
	const { t } = useLingui();
	const [opened, setOpened] = useState<Row | null>(null);
	const rows = list.data ?? [];
	const isNarrowed = JSON.stringify(chosen) !== JSON.stringify(initial);
	const empty = <Nothing {...props.empty} isNarrowed={isNarrowed} onReset={() => props.onChoose(initial)} />;
	const more = <ShowMore {...moreOf(list)} status={rows.length > 0 ? t`${rows.length} shown` : undefined} />;
	return (
		<>
			<Filters {...props} />
			<ErrorCallout error={list.error} onRetry={list.refetch} />
			{columns ? (
				<Card padding="none">
					<DataTable
						label={label}
						columns={columns}
						rows={rows}
						rowKey={rowKey}
						onOpen={onOpen ?? setOpened}
						openKey={opened && rowKey(opened)}
						isLoading={list.isPending}
						empty={empty}
					/>
				</Card>
			) : list.data && rows.length === 0 ? (
				<Card>{empty}</Card>
			) : null}
			{children?.(rows)}
			{/* Below rows that are awaited it would move. */}
			{actions && !list.isPending ? (
				<div className="flex flex-wrap items-center justify-between gap-3">
					{more}
					{actions(chosen)}
				</div>
			) : (
				more
			)}
			{sheet?.(opened, () => setOpened(null))}
		</>
	);
}

function Filters<F extends { q?: string }>(props: {
	search?: { label: string; placeholder?: string };
	filters: Filter<F>[];
	chosen: F;
	onChoose: (change: Partial<F>) => void;
}) {
	const { search, filters, chosen, onChoose } = props;
	if (!search && filters.length === 0) return null;
	return (
		<div className="flex flex-wrap items-end gap-3">
			{search ? (
				<DebouncedSearchField
					{...search}
					className="min-w-56 flex-1 basis-56"
					q={chosen.q ?? ''}
					onSearch={(q) => onChoose({ q } as Partial<F>)}
				/>
			) : null}
			{filters.map(({ name, label, options }) => (
				<Select
					key={name}
					label={label}
					isLabelHidden
					value={String(chosen[name])}
					onChange={(event) => onChoose({ [name]: event.target.value } as Partial<F>)}
					options={options}
				/>
			))}
		</div>
	);
}

function Nothing(
	props: AdminListProps<unknown, unknown>['empty'] & { isNarrowed: boolean; onReset: () => void },
) {
	const { title, description, noMatch = title, reset, isNarrowed, onReset } = props;
	if (!isNarrowed) return <EmptyState title={title} description={description} />;
	return (
		<EmptyState
			title={noMatch}
			action={
				reset ? (
					<Button variant="outline" onClick={onReset}>
						{reset}
					</Button>
				) : null
			}
		/>
	);
}
