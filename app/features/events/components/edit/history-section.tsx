import { Trans, useLingui } from '@lingui/react/macro';
import { useHistory, useUndo } from '#app/features/events/changes-api.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { FoldableCard } from '#app/ui/foldable-card.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Time } from '#app/ui/time.tsx';
import type { ChangeSet } from '#shared/contracts/event-changes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { HISTORY_DAYS } from '#shared/rules/periods.ts';
import { UndoButton } from '../undo-button.tsx';
import { ChangeList, useActorName } from './change-list.tsx';

/** Who changed what about the event, and when; what still can be taken back has Undo. */
export function HistorySection({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useHistory(event.id);
	return (
		<FoldableCard
			id="history"
			title={t`History`}
			size="lg"
			chosen={t`Changes of the last ${HISTORY_DAYS} days`}
		>
			{data ? (
				data.length === 0 ? (
					<p className="text-muted">
						<Trans>Nothing has been changed yet.</Trans>
					</p>
				) : (
					<ol className="flex flex-col divide-y divide-hairline">
						{data.map((set) => (
							<HistoryEntry key={set.id} event={event} set={set} />
						))}
					</ol>
				)
			) : isError ? (
				<div className="flex flex-wrap items-center gap-3">
					<p className="text-muted">
						<Trans>The history couldn’t be loaded.</Trans>
					</p>
					<Button size="sm" variant="outline" onClick={() => void refetch()}>
						{t`Try again`}
					</Button>
				</div>
			) : (
				<Skeleton className="h-40 w-full" />
			)}
			<ShowMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
		</FoldableCard>
	);
}

function HistoryEntry({ event, set }: { event: PublicEvent; set: ChangeSet }) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? event.timeZone;
	const actorName = useActorName();
	const undo = useUndo(event.id);
	const states = [
		set.kind === 'undo' ? t`Undo` : '',
		set.state === 'undone' ? t`Undone` : '',
		set.notify && set.notifiedAt ? t`Guests were emailed` : '',
	].filter(Boolean);
	return (
		<li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-4 first:pt-0">
			<div className="min-w-0 flex-1 basis-64">
				<p className="mb-1 text-sm">
					<span className="font-medium">{actorName(set)}</span>{' '}
					<Time dateTime={set.createdAt} className="text-muted">
						{formats.dateTime(set.createdAt, zone)}
					</Time>
					{states.map((state) => (
						<span key={state} className="text-muted">
							{' · '}
							{state}
						</span>
					))}
				</p>
				<ChangeList event={event} set={set} />
			</div>
			<UndoButton
				change={set}
				undo={undo}
				label={t`Undo the change of ${formats.dateTime(set.createdAt, zone)}`}
			/>
		</li>
	);
}
