import { useSearchParams } from 'react-router';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { type DashboardView, useFirstEvents } from '../../api.ts';
import { pickNext } from '../../next-step.ts';
import { DoorConflicts, useDoorConflicts } from './door-conflicts.tsx';
import { EventList } from './event-list.tsx';
import { FailedRefunds, useFailedRefunds } from './failed-refunds.tsx';
import { MoneyNeeds, useMoneyNeeds } from './money-needs.tsx';
import { NextEvent } from './next-event.tsx';
import { SetupChecklist } from './setup-checklist.tsx';

const views = ['live', 'draft', 'past', 'archived'];

/** One organisation on the dashboard: its next event, what is left to set up, and the list of its events. */
export function OrganisationHome(props: {
	user: CurrentUser;
	organisation: CurrentUser['organisations'][number];
}) {
	const { user, organisation } = props;
	const [search, setSearch] = useSearchParams();
	const view = (views.includes(search.get('view') ?? '') ? search.get('view') : 'live') as DashboardView;
	const q = search.get('q') ?? '';
	const live = useFirstEvents(organisation.id, 'live', 5);
	const drafts = useFirstEvents(organisation.id, 'draft', 1);
	const past = useFirstEvents(organisation.id, 'past', 1);
	const any = useFirstEvents(organisation.id, 'all', 1);
	const maySeeFigures = memberCan(organisation, 'check_ins.view');
	const conflicts = useDoorConflicts(organisation.id, maySeeFigures);
	const failedRefunds = useFailedRefunds(organisation.id, memberCan(organisation, 'orders.view'));
	const needs = useMoneyNeeds(
		organisation.id,
		!organisation.isLimited && memberCan(organisation, 'money.view'),
	);
	const next = pickNext(live.data?.data ?? [], drafts.data?.data ?? []);
	const isLoading =
		live.isPending ||
		drafts.isPending ||
		past.isPending ||
		any.isPending ||
		conflicts.isLoading ||
		failedRefunds.isLoading ||
		needs.isLoading;

	function change(part: { view?: DashboardView; q?: string }) {
		const params = new URLSearchParams(search);
		for (const [name, value] of Object.entries({ view, q, ...part })) {
			if (value === '' || (name === 'view' && value === 'live')) params.delete(name);
			else params.set(name, value);
		}
		setSearch(params, { replace: true, preventScrollReset: true });
	}
	return (
		<>
			{isLoading ? (
				<Skeleton className="h-screen w-full rounded-xl" />
			) : (
				<>
					<DoorConflicts events={conflicts.data?.data ?? []} />
					<MoneyNeeds needs={needs} organisation={organisation.id} />
					<FailedRefunds events={failedRefunds.data?.data ?? []} />
					{next ? (
						<NextEvent
							event={next}
							maySeeFigures={maySeeFigures}
							maySeeMoney={memberCan(organisation, 'money.view')}
						/>
					) : null}
					{any.data && memberCan(organisation, 'events.create') ? (
						<SetupChecklist
							user={user}
							newest={any.data.data[0]}
							hasPublished={[live, past, any].some(({ data }) =>
								data?.data.some((event) => event.status !== 'draft'),
							)}
						/>
					) : null}
				</>
			)}
			{/* Reads at once, and is shown once what stands above it has its height: nothing is pushed down. */}
			<div hidden={isLoading}>
				<EventList
					organisation={organisation.id}
					view={view}
					q={q}
					onView={(next) => change({ view: next })}
					onSearch={(text) => change({ q: text })}
					mayCreate={memberCan(organisation, 'events.create')}
				/>
			</div>
		</>
	);
}
