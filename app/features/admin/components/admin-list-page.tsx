import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useUrlFilters } from '#app/lib/url-filters.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { DebouncedSearchField } from '#app/ui/debounced-search-field.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';

/** What `useCursorList` gives, as far as a page shows it. */
interface List<Row> {
	data: Row[] | undefined;
	error: unknown;
	isPending: boolean;
	hasNextPage: boolean;
	isFetchingNextPage: boolean;
	refetch: () => unknown;
	fetchNextPage: () => unknown;
}

/** One value out of a list, chosen in the bar above the rows. */
type Filter<F> = {
	[K in keyof F & string]: {
		name: K;
		label: string;
		options: { value: F[K]; label: string }[];
		/** Chosen until somebody chooses; the first one unless said otherwise. */
		initial?: F[K];
	};
}[keyof F & string];

interface AdminListPageProps<Row, F> {
	title: string;
	/** Of the rows, where it is not the page's. */
	label?: string;
	/** Reads the rows that fit the filters; `q` is the text of the search. */
	useRows: (filters: F) => List<Row>;
	rowKey?: (row: Row) => string;
	search?: { label: string; placeholder?: string };
	filters?: Filter<F>[];
	/** Above the filters: a notice, buttons. */
	intro?: ReactNode;
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
	/** What a press on a row does, beside opening its sheet. */
	onOpen?: (row: Row) => void;
	/** The detail of the opened row. */
	sheet?: (row: Row | null, onClose: () => void) => ReactNode;
	/** Beside "Show more". */
	actions?: (filters: F) => ReactNode;
}

/** A list of the administration: search and filters, which stand in the address, rows page by page, and the detail of one. */
export function AdminListPage<Row extends object, F extends object>(props: AdminListPageProps<Row, F>) {
	const { title, label = title, filters: choices = [], columns, children, sheet, search } = props;
	const { rowKey = (row) => (row as { id: string }).id, onOpen } = props;
	const { t } = useLingui();
	const initial: Record<string, unknown> = { ...(search && { q: '' }) };
	for (const { name, options, initial: chosen } of choices) initial[name] = chosen ?? options[0]?.value;
	const [filters, setFilters] = useUrlFilters(initial, (name, value) => {
		const choice = choices.find((one) => one.name === name);
		return !choice || choice.options.some((option) => option.value === value);
	});
	const asked = search ? { ...filters, q: String(filters.q).trim() } : filters;
	const list = props.useRows(asked as F);
	const [opened, setOpened] = useState<Row | null>(null);
	const rows = list.data ?? [];
	const reset = () => setFilters(initial);
	const isNarrowed = Object.keys(initial).some((name) => filters[name] !== initial[name]);
	const empty = <Nothing {...props.empty} isNarrowed={isNarrowed} onReset={reset} />;
	const more = (
		<ShowMore
			hasMore={list.hasNextPage}
			isLoading={list.isFetchingNextPage}
			onMore={() => void list.fetchNextPage()}
			status={rows.length > 0 ? t`${rows.length} shown` : undefined}
		/>
	);
	return (
		<section className="flex flex-col gap-4" aria-label={title}>
			<PageTitle title={title} />
			{props.intro}
			{search ? (
				<div className="flex flex-wrap items-end gap-3">
					<DebouncedSearchField
						{...search}
						className="min-w-56 flex-1 basis-56"
						q={String(filters.q)}
						onSearch={(q) => setFilters({ q })}
					/>
					{choices.map((choice) => (
						<Select
							key={choice.name}
							label={choice.label}
							isLabelHidden
							value={String(filters[choice.name])}
							onChange={(event) => setFilters({ [choice.name]: event.target.value })}
							options={choice.options.map((option) => ({ value: String(option.value), label: option.label }))}
						/>
					))}
				</div>
			) : null}
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
			{props.actions ? (
				<div className="flex flex-wrap items-center justify-between gap-3">
					{more}
					{props.actions(filters as F)}
				</div>
			) : (
				more
			)}
			{sheet?.(opened, () => setOpened(null))}
		</section>
	);
}

function Nothing(
	props: AdminListPageProps<object, object>['empty'] & { isNarrowed: boolean; onReset: () => void },
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
