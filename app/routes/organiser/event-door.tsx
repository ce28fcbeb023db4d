import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { RecentCheckIns } from '#app/features/check-in/components/live-figures.tsx';
import { StartCheckIn } from '#app/features/check-in/components/start-check-in.tsx';
import { useDoorConflicts, useFigures, useLiveEvent } from '#app/features/check-in/organiser-api.ts';
import { ensureTemporal } from '#app/lib/temporal.ts';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Route } from './+types/event-door';

const LiveDoor = lazyPart(
	() => import('#app/features/check-in/components/door-figures.tsx').then((module) => module.LiveDoor),
	<RouteSkeleton />,
);

const ConflictList = lazyPart(
	() => import('#app/features/check-in/components/conflict-list.tsx').then((module) => module.ConflictList),
	null,
);

const StaffLinks = lazyPart(
	() => import('#app/features/staff/components/staff-links.tsx').then((module) => module.StaffLinks),
	<RouteSkeleton />,
);
const DoorPlaces = lazyPart(
	() => import('#app/features/check-in/components/door-places.tsx').then((module) => module.DoorPlaces),
	<RouteSkeleton />,
);

const DoorSalesScreen = lazyPart(
	() =>
		import('#app/features/door-sales/components/door-sales-screen.tsx').then(
			(module) => module.DoorSalesScreen,
		),
	<RouteSkeleton />,
);

/** Validity of links and lists is typed as wall time of the event. */
export async function clientLoader() {
	await ensureTemporal();
	return null;
}

export default function EventDoorPage({ params }: Route.ComponentProps) {
	return (
		<EventWorkspace event={params.event} title={msg`Check-in`}>
			{(event) => <Door event={event} />}
		</EventWorkspace>
	);
}

function Door({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const figures = useFigures(event.id);
	const { isLive } = useLiveEvent(event.id);
	const conflicts = useDoorConflicts(event.id).data?.data ?? [];
	const open = conflicts.filter((conflict) => !conflict.settledAt).length;
	const [search, setSearch] = useSearchParams();
	const show = (tab: string) => setSearch({ tab }, { replace: true, preventScrollReset: true });
	const may = (permission: 'staff_links.manage' | 'events.edit' | 'orders.view' | 'money.view') =>
		event.organisation?.permissions.includes(permission) ?? false;
	const live = (
		<div className="flex flex-col gap-8 print:hidden">
			<ConflictList event={event.id} timeZone={event.timeZone} />
			<LiveDoor event={event.id} timeZone={event.timeZone}>
				{figures.data ? (
					<RecentCheckIns figures={figures.data} timeZone={event.timeZone} isLive={isLive} />
				) : null}
			</LiveDoor>
		</div>
	);
	const items = [
		...(may('staff_links.manage')
			? [
					{
						id: 'links',
						label: t`Staff links`,
						content: (
							<StaffLinks
								event={event}
								startsSelling={search.get('new') === 'sales'}
								onStarted={() => show('links')}
							/>
						),
					},
				]
			: []),
		{ id: 'live', label: t`Live`, ...(open > 0 ? { count: open } : {}), content: live },
		...(may('orders.view') || may('money.view')
			? [{ id: 'sales', label: t`Door sales`, content: <DoorSalesScreen event={event} /> }]
			: []),
		{
			id: 'places',
			label: t`Lists and gates`,
			content: <DoorPlaces event={event.id} timeZone={event.timeZone} mayEdit={may('events.edit')} />,
		},
	];
	const selected = (items.find(({ id }) => id === search.get('tab')) ?? items[0])?.id;
	return (
		<>
			<StartCheckIn event={event} />
			<Tabs label={t`Check-in`} items={items} {...(selected && { selected })} onSelect={show} />
		</>
	);
}
