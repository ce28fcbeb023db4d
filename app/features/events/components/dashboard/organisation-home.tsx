import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FigureTiles, latestDay, useDashboard } from '#app/features/analytics/api.ts';
import { useFirstEvents } from '#app/features/events/api.ts';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { dashboardDays } from '#shared/contracts/dashboard.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { EventsByView } from './events-by-view.tsx';
import { NeedsYou } from './needs-you.tsx';
import { NextEvent } from './next-event.tsx';
import { SetupChecklist } from './setup-checklist.tsx';

/** One organisation on the dashboard: its next event, what is left to set up, and the list of its events. */
export function OrganisationHome(props: {
	user: CurrentUser;
	organisation: CurrentUser['organisations'][number];
}) {
	const { user, organisation } = props;
	const { t } = useLingui();
	const [days, setDays] = useState<(typeof dashboardDays)[number]>('30');
	const any = useFirstEvents(organisation.id, 'all', 1);
	const zones = (any.data?.data ?? []).map(({ timeZone }) => timeZone);
	const query = useDashboard(organisation.id, days, latestDay(new Date(), zones));
	const home = query.data;
	const isLoading = (query.isPending && !query.isError) || any.isPending;

	return (
		<>
			{isLoading ? (
				<RouteSkeleton />
			) : (
				<>
					<ErrorCallout error={query.error} onRetry={query.refetch} />
					{home?.next ? (
						<NextEvent event={home.next} mayCheckIn={memberCan(organisation, 'check_ins.perform')} />
					) : null}
					{any.data && home && memberCan(organisation, 'events.create') ? (
						<SetupChecklist
							user={user}
							newest={any.data.data[0]}
							hasPublished={home.counts.live + home.counts.past > 0}
						/>
					) : null}
					{home && any.data?.data.length ? (
						<NeedsYou needs={home.needsYou} organisation={organisation.id} />
					) : null}
					{home?.figures && any.data?.data.length ? (
						<section aria-labelledby="figures-title" className="flex flex-col gap-4">
							<div className="flex flex-wrap items-center justify-between gap-3">
								<h2 id="figures-title" className="text-xl font-semibold">
									<Trans>Figures</Trans>
								</h2>
								<Select
									label={t`Period`}
									isLabelHidden
									value={days}
									onChange={(event) => setDays(event.target.value as (typeof dashboardDays)[number])}
									options={dashboardDays.map((value) => ({ value, label: t`Last ${value} days` }))}
								/>
							</div>
							<FigureTiles
								figures={home.figures}
								metrics={['registrations', 'tickets', 'visitors']}
								maySeeMoney={memberCan(organisation, 'money.view')}
								to={`/analytics?organisation=${organisation.id}&range=${days}`}
							/>
						</section>
					) : null}
				</>
			)}
			{/* Reads at once, and is shown once what stands above it has its height: nothing is pushed down. */}
			<div hidden={isLoading}>
				<EventsByView organisation={organisation} counts={home?.counts} />
			</div>
		</>
	);
}
