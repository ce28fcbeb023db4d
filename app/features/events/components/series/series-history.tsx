import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSeriesChanges, useUndoSeriesChange } from '#app/features/events/series-api.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Time } from '#app/ui/time.tsx';
import type { SeriesChange } from '#shared/contracts/series-changes.ts';
import { UndoButton } from '../undo-button.tsx';

/** Changes of several dates: who made them, what they were, and Undo while it is possible. */
export function SeriesHistory({ series, timeZone }: { series: string; timeZone: string }) {
	const { t } = useLingui();
	const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useSeriesChanges(series);
	return (
		<Card title={t`History`}>
			{error && !data ? (
				<ErrorCallout error={error} onRetry={refetch} />
			) : !data ? (
				<Skeleton className="h-32 w-full" />
			) : data.length === 0 ? (
				<p className="text-sm text-muted">
					<Trans>Changes of several dates appear here. You can undo them for a while.</Trans>
				</p>
			) : (
				<ol className="flex flex-col divide-y divide-hairline">
					{data.map((change) => (
						<Entry key={change.id} change={change} series={series} timeZone={timeZone} />
					))}
				</ol>
			)}
			<ShowMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
		</Card>
	);
}

function Entry({ change, series, timeZone }: { change: SeriesChange; series: string; timeZone: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? timeZone;
	const undo = useUndoSeriesChange(series);
	const { kind, dates, actor } = change;
	const what = {
		edit: t`${plural(dates, { one: '# date changed', other: '# dates changed' })}`,
		repeat: t`Repeat rule changed`,
		cancel: t`${plural(dates, { one: '# date cancelled', other: '# dates cancelled' })}`,
		undo: t`${plural(dates, { one: 'Undo for # date', other: 'Undo for # dates' })}`,
	}[kind];
	const who = actor.kind === 'system' ? t`Foyer` : actor.name || t`Former member`;
	const at = formats.dateTime(change.createdAt, zone);
	const states = [
		change.state === 'undone' ? t`Undone` : '',
		change.notifiedAt ? t`Guests were emailed` : '',
	].filter(Boolean);
	return (
		<li className="flex flex-wrap items-start justify-between gap-3 py-3 text-sm first:pt-0">
			<div className="min-w-0 flex-1 basis-40">
				<p className="font-medium">{what}</p>
				<p className="text-compact text-muted">
					{who}, <Time dateTime={change.createdAt}>{at}</Time>
					{states.map((state) => ` · ${state}`)}
				</p>
			</div>
			<UndoButton change={change} undo={undo} label={t`Undo the change of ${at}`} />
		</li>
	);
}
