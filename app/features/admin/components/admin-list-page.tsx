import type { ReactNode } from 'react';
import { useUrlFilters } from '#app/lib/url-filters.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import type { AdminListProps, List, AdminList as LoadedList } from './admin-list.tsx';

// Loaded later, for rows and filters of any kind still.
const AdminList = lazyPart(
	() => import('./admin-list.tsx').then((module) => module.AdminList<unknown, object>),
	<RouteSkeleton />,
) as unknown as typeof LoadedList;

/** A list of the administration: search and filters, which stand in the address, rows page by page, and the detail of one. */
export function AdminListPage<Row, F extends { q?: string }>(
	props: AdminListProps<Row, F> & {
		/** Reads the rows that fit the filters; `q` is the text of the search. */
		useRows: (filters: F) => List<Row>;
		/** Above the filters: a notice, buttons. */
		intro?: ReactNode;
	},
) {
	const { useRows, intro, ...rest } = props;
	const { title, search, filters = [] } = rest;
	const initial = Object.fromEntries([
		...(search ? [['q', '']] : []),
		...filters.map(({ name, options, initial }) => [name, initial ?? options[0]?.value]),
	]) as F;
	const [chosen, choose] = useUrlFilters(initial, (name, value) => {
		const filter = filters.find((one) => one.name === name);
		return !filter || filter.options.some((option) => option.value === value);
	});
	const list = useRows({ ...chosen, ...(search && { q: chosen.q?.trim() }) });
	return (
		<div className="flex flex-col gap-4">
			<PageTitle title={title} />
			{intro}
			<AdminList {...rest} {...{ list, filters, chosen, initial }} onChoose={choose} />
		</div>
	);
}
