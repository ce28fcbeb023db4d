import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DebouncedSearchField } from '#app/ui/debounced-search-field.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';

/** The part of a paged list (`useCursorList`) that the card needs. */
interface Pages<Row> {
	data: Row[] | undefined;
	isError: boolean;
	isPending: boolean;
	hasNextPage: boolean;
	isFetchingNextPage: boolean;
	fetchNextPage: () => Promise<unknown>;
	refetch: () => Promise<unknown>;
}

/** A choice beside the search; the empty value is all of them. */
interface Choice<Filters> {
	name: keyof Filters & string;
	label: string;
	all: string;
	options: { value: string; label: string }[];
}

/** A list in a card: searched, narrowed by choices, read page by page, with what to do where nothing is shown. */
export function SearchCard<Row, Filters extends { q: string }>(props: {
	title: ReactNode;
	actions?: ReactNode;
	search: { label: string; placeholder: string };
	choices: Choice<Filters>[];
	filters: Filters;
	onFilters: (filters: Filters) => void;
	pages: Pages<Row>;
	texts: {
		failed: string;
		noMatch: string;
		empty: string;
		/** Where rows come from. */
		emptyHint: string;
		/** How many rows are shown. */
		shown: ReactNode;
	};
	table: (list: { rows: Row[]; isLoading: boolean; empty: ReactNode }) => ReactNode;
	/** Dialogs. */
	children?: ReactNode;
}) {
	const { t } = useLingui();
	const { search, choices, filters, pages, texts } = props;
	const rows = pages.data ?? [];
	const names = ['q', ...choices.map(({ name }) => name)] as (keyof Filters)[];
	const set = (values: Record<string, string>) => props.onFilters({ ...filters, ...values });
	const clear = () => set(Object.fromEntries(names.map((name) => [name, ''])));
	const empty = pages.isError ? (
		<EmptyState
			title={texts.failed}
			action={<Button onClick={() => void pages.refetch()}>{t`Try again`}</Button>}
		/>
	) : names.some((name) => filters[name] !== '') ? (
		<EmptyState
			title={texts.noMatch}
			action={
				<Button variant="outline" onClick={clear}>
					{t`Clear filters`}
				</Button>
			}
		/>
	) : (
		<EmptyState title={texts.empty} description={texts.emptyHint} />
	);
	return (
		<Card title={props.title} padding="none" actions={props.actions}>
			<div className="flex flex-wrap items-end gap-2 px-5 pb-4">
				<DebouncedSearchField
					{...search}
					className="flex-1 basis-full md:basis-56"
					q={filters.q}
					onSearch={(q) => set({ q })}
				/>
				{choices.map(({ name, label, all, options }) => (
					<Select
						key={name}
						label={label}
						isLabelHidden
						value={filters[name] as string}
						onChange={(change) => set({ [name]: change.target.value })}
						options={[{ value: '', label: all }, ...options]}
					/>
				))}
			</div>
			{props.table({ rows, isLoading: pages.isPending, empty })}
			<div className="px-5 py-3">
				<ShowMore
					hasMore={pages.hasNextPage}
					isLoading={pages.isFetchingNextPage}
					onMore={() => void pages.fetchNextPage()}
					status={rows.length > 0 ? texts.shown : undefined}
				/>
			</div>
			{props.children}
		</Card>
	);
}
