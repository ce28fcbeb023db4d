import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useLatestChanges } from '#app/features/events/changes-api.ts';
import { useQuestions } from '#app/features/questions/api.ts';
import { useCapacityPools, useTicketTypes } from '#app/features/tickets/api.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { ChangeSet } from '#shared/contracts/event-changes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { SeriesScope } from '#shared/rules/series/repeat.ts';
import { ChangeList } from '../edit/change-list.tsx';
import { useDatesScope } from './scope.tsx';

/** What was changed this long before the page was opened is offered too. */
const RECENT_MS = 600_000;
const parts = new Set(['ticket', 'pool', 'question']);

const isOffered = (set: ChangeSet, since: number) =>
	set.kind === 'edit' &&
	set.state === 'applied' &&
	Date.parse(set.createdAt) >= since &&
	set.changes.some(({ path }) => parts.has(path.split('.')[0] ?? ''));

/** Tickets and questions that were changed for this date alone, and the way to change the other dates alike. */
export function ApplyTicketChanges({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const { changeDates } = useDatesScope();
	const [since] = useState(() => Date.now() - RECENT_MS);
	const [done, setDone] = useState<ReadonlySet<string>>(new Set());
	const { data, refetch } = useLatestChanges(event.id);
	const newest = Math.max(
		useTicketTypes(event.id).dataUpdatedAt,
		useCapacityPools(event.id).dataUpdatedAt,
		useQuestions(event.id).dataUpdatedAt,
	);
	useEffect(() => {
		if (newest > 0) void refetch();
	}, [newest, refetch]);
	const sets = (data?.data ?? []).filter((set) => isOffered(set, since) && !done.has(set.id));
	const [first] = sets;
	if (!first) return null;
	async function apply(scope: SeriesScope) {
		const ids = sets.map(({ id }) => id);
		if (await changeDates({ changeSets: ids.reverse() }, scope)) setDone(new Set([...done, ...ids]));
	}
	return (
		<Callout tone="info" title={t`Changed for this date only`}>
			<div className="flex flex-col gap-4">
				{sets.map((set) => (
					<ChangeList key={set.id} event={event} set={set} />
				))}
				<div className="flex flex-wrap gap-2">
					<Button size="sm" onClick={() => void apply('following')}>
						{t`Apply to following dates`}
					</Button>
					<Button size="sm" variant="outline" onClick={() => void apply('all')}>
						{t`Apply to all dates`}
					</Button>
					<Button
						size="sm"
						variant="ghost"
						onClick={() => setDone(new Set([...done, ...sets.map(({ id }) => id)]))}
					>
						<Trans>Leave it at this date</Trans>
					</Button>
				</div>
			</div>
		</Callout>
	);
}
