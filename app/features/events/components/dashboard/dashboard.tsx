import { useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { late } from '#app/shell/late.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { type DashboardView, useFirstEvents } from '../../api.ts';
import { pickNext } from '../../next-step.ts';
import { DoorConflicts, useDoorConflicts } from './door-conflicts.tsx';
import { NextEvent } from './next-event.tsx';
import { SetupChecklist } from './setup-checklist.tsx';

const EventList = late(() => import('./event-list.tsx').then((module) => module.EventList));

const CHOICE_KEY = 'organisation';
const views = ['live', 'draft', 'past', 'archived'];

/** What was chosen last in this browser; only a hint, the memberships decide. */
function rememberedChoice(): string {
	try {
		return localStorage.getItem(CHOICE_KEY) ?? '';
	} catch {
		return '';
	}
}

/** The organiser's home: what comes next, what is left to set up, everything else in reach. */
export function Dashboard({ user }: { user: CurrentUser }) {
	const { t } = useLingui();
	const [chosen, setChosen] = useState(rememberedChoice);
	const organisation = user.organisations.find(({ id }) => id === chosen) ?? user.organisations[0];
	if (!organisation) {
		return (
			<PageFrame title={t`Dashboard`}>
				<EmptyState
					drawing="door"
					title={t`You’re not in an organisation yet`}
					description={t`Ask your team to invite you.`}
				/>
			</PageFrame>
		);
	}
	function choose(id: string) {
		setChosen(id);
		try {
			localStorage.setItem(CHOICE_KEY, id);
		} catch {
			// Then it is asked again next time.
		}
	}
	return (
		<PageFrame
			title={t`Dashboard`}
			description={user.organisations.length > 1 ? undefined : organisation.name}
			actions={
				<>
					{user.organisations.length > 1 ? (
						<Select
							label={t`Organisation`}
							isLabelHidden
							value={organisation.id}
							onChange={(event) => choose(event.target.value)}
							options={user.organisations.map(({ id, name }) => ({ value: id, label: name }))}
						/>
					) : null}
					{memberCan(organisation, 'events.create') ? (
						<ButtonLink to="/create-event" icon={Plus}>
							{t`Create Event`}
						</ButtonLink>
					) : null}
				</>
			}
		>
			<OrganisationHome key={organisation.id} user={user} organisation={organisation} />
		</PageFrame>
	);
}

function OrganisationHome(props: { user: CurrentUser; organisation: CurrentUser['organisations'][number] }) {
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
	const next = pickNext(live.data?.data ?? [], drafts.data?.data ?? []);
	const isLoading =
		live.isPending || drafts.isPending || past.isPending || any.isPending || conflicts.isLoading;

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
					{next ? <NextEvent event={next} maySeeFigures={maySeeFigures} /> : null}
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
