import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { BarChart3, ExternalLink, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOneDate, useSeries } from '#app/features/events/series-api.ts';
import { readError } from '#app/lib/read-error.ts';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { PageWaiting } from '#app/shell/route-skeleton.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Series } from '#shared/contracts/series.ts';
import { DatesCard } from './dates-card.tsx';
import { DatesScopeProvider } from './scope.tsx';
import { SeriesActions } from './series-actions.tsx';
import { SeriesChangeCallout } from './series-change-callout.tsx';
import { SeriesHistory } from './series-history.tsx';
import { useRepeatTexts } from './use-repeat-texts.ts';

/**
 * /series/:series: all dates of a series, and what can be done with the series as a whole.
 * @param staffLinks shown to whoever manages the staff links of its dates
 */
export function SeriesScreen({ series: id, staffLinks }: { series: string; staffLinks: ReactNode }) {
	const { t } = useLingui();
	const read = useSeries(id);
	const anyDate = useOneDate(id);
	const { ruleText, timeText } = useRepeatTexts();
	const error = readError(read) ?? anyDate.error;
	if (error) return <ErrorScreen error={error} />;
	if (!read.data || anyDate.isPending) return <PageWaiting />;
	const series = read.data;
	const last = series.segments.at(-1);
	const { ahead, drafts } = series.counts;
	const counts = [
		t`${plural(ahead, { one: '# date ahead', other: '# dates ahead' })}`,
		...(drafts > 0 ? [t`${plural(drafts, { one: '# draft', other: '# drafts' })}`] : []),
		...(series.isStopped ? [t`stopped`] : []),
	];
	const organisation = anyDate.event?.organisation;
	const rule = last ? [ruleText(last.rule), ...last.startTimes.map(timeText)].join(', ') : '';
	return (
		<PageFrame
			breadcrumb={<Breadcrumb items={[{ label: t`All events`, to: '/dashboard/events' }]} />}
			title={series.title}
			description={[rule, ...counts].filter(Boolean).join(' · ')}
			actions={
				<>
					{organisation?.permissions.includes('analytics.view') ? (
						<ButtonLink
							to={`/analytics?organisation=${organisation.id}&series=${series.id}`}
							variant="outline"
							icon={BarChart3}
						>
							{t`Analytics`}
						</ButtonLink>
					) : null}
					{organisation?.permissions.includes('messages.view') ? (
						<ButtonLink to={`/series/${series.id}/messages`} variant="outline" icon={Mail}>
							{t`Messages`}
						</ButtonLink>
					) : null}
					<ButtonLink to={`/events/${series.slug}`} variant="outline" icon={ExternalLink}>
						{t`View page`}
					</ButtonLink>
				</>
			}
		>
			{anyDate.event ? (
				<DatesScopeProvider key={anyDate.event.id} event={anyDate.event}>
					<Content series={series} event={anyDate.event} staffLinks={staffLinks} />
				</DatesScopeProvider>
			) : (
				<DatesCard series={series} mayEdit={false} />
			)}
		</PageFrame>
	);
}

function Content({
	series,
	event,
	staffLinks,
}: {
	series: Series;
	event: PublicEvent;
	staffLinks: ReactNode;
}) {
	const permissions = event.organisation?.permissions ?? [];
	const mayEdit = permissions.includes('events.edit');
	return (
		<div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
			<div className="flex min-w-0 flex-col gap-6">
				{mayEdit ? <SeriesChangeCallout event={event} series={series.id} /> : null}
				<DatesCard series={series} mayEdit={mayEdit} />
				{permissions.includes('staff_links.manage') ? staffLinks : null}
			</div>
			<div className="flex min-w-0 flex-col gap-6">
				<SeriesActions series={series} event={event} permissions={permissions} />
				{mayEdit ? <SeriesHistory series={series.id} timeZone={event.timeZone} /> : null}
			</div>
		</div>
	);
}
