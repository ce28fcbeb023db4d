import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useLatestChanges } from '#app/features/events/changes-api.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { ChangeList, useActorName } from './change-list.tsx';

/** What colleagues saved since this page read the event. */
export function ChangesSince({ event }: { event: PublicEvent }) {
	const [seen] = useState(event.version);
	const { data } = useLatestChanges(event.id);
	const actorName = useActorName();
	const sets = data?.data.filter(({ eventVersion }) => eventVersion > seen) ?? [];
	if (sets.length === 0) return null;
	return (
		<div className="mt-2 flex flex-col gap-2">
			{sets.map((set) => (
				<div key={set.id}>
					<p className="font-medium">
						<Trans>{actorName(set)} changed:</Trans>
					</p>
					<ChangeList event={event} set={set} />
				</div>
			))}
		</div>
	);
}
