import { useSearchParams } from 'react-router';
import type { DashboardView } from '#app/features/events/api.ts';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { EventList } from './event-list.tsx';

const views = ['live', 'draft', 'past', 'archived'];

/** The list of an organisation's events, with its view and search in the address. */
export function EventsByView(props: {
	organisation: CurrentUser['organisations'][number];
	/** How many stand in each view. */
	counts?: Record<DashboardView, number> | undefined;
	/** The heading of the page says what it is. */
	isPage?: boolean;
}) {
	const { organisation } = props;
	const [search, setSearch] = useSearchParams();
	const view = (views.includes(search.get('view') ?? '') ? search.get('view') : 'live') as DashboardView;
	const q = search.get('q') ?? '';
	function change(part: { view?: DashboardView; q?: string }) {
		const params = new URLSearchParams(search);
		for (const [name, value] of Object.entries({ view, q, ...part })) {
			if (value === '' || (name === 'view' && value === 'live')) params.delete(name);
			else params.set(name, value);
		}
		setSearch(params, { replace: true, preventScrollReset: true });
	}
	return (
		<EventList
			organisation={organisation.id}
			view={view}
			q={q}
			onView={(next) => change({ view: next })}
			onSearch={(text) => change({ q: text })}
			mayCreate={memberCan(organisation, 'events.create')}
			counts={props.counts}
			isPage={props.isPage}
		/>
	);
}
