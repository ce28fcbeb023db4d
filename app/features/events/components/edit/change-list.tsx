import { useLingui } from '@lingui/react/macro';
import type { ChangeSet } from '#shared/contracts/event-changes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { BeforeAfter } from './before-after.tsx';
import { useChangeTexts } from './use-change-texts.ts';

/** Who made a change, in words. */
export function useActorName() {
	const { t } = useLingui();
	return ({ actor }: ChangeSet): string => {
		if (actor.kind === 'system') return t`Foyer`;
		const name = actor.name || t`Former member`;
		return actor.kind === 'key' ? t`API key “${name}”` : name;
	};
}

/** The fields of one change set. */
export function ChangeList({ event, set }: { event: PublicEvent; set: ChangeSet }) {
	const texts = useChangeTexts(event);
	const partOf = useChangedPart(event);
	return (
		<ul className="flex flex-col gap-2">
			{set.changes.map((change) => {
				const { path, subject, before, after } = change;
				const { field, isRow, what } = partOf(change);
				return (
					<li key={path} className="min-w-0">
						<span className="text-compact text-muted">
							{subject ? `${subject}: ` : ''}
							{what}
						</span>
						{isRow ? null : (
							<BeforeAfter
								before={texts.valueText(field, before, set.names)}
								after={texts.valueText(field, after, set.names)}
							/>
						)}
					</li>
				);
			})}
		</ul>
	);
}

/** The subject of one change of a change set: the name of a field, or what happened to a row as a whole. */
export function useChangedPart(event: Pick<PublicEvent, 'timeZone' | 'currency'>) {
	const { fieldText } = useChangeTexts(event);
	const rowText = useRowText();
	return ({ path, before }: Pick<ChangeSet['changes'][number], 'path' | 'before'>) => {
		const [kind = '', id = '', field = id] = path.split('.');
		const isRow = kind !== 'event' && field === id;
		const what = isRow
			? rowText(kind, before === null)
			: fieldText(kind === 'list' && field === 'ticketTypeIds' ? 'listTickets' : field);
		return { field, isRow, what };
	};
}

/** What happened to a row as a whole. */
function useRowText() {
	const { t } = useLingui();
	return (kind: string, isAdded: boolean): string => {
		if (kind === 'ticket') return isAdded ? t`Ticket type added` : t`Ticket type deleted`;
		if (kind === 'pool') return isAdded ? t`Shared capacity added` : t`Shared capacity deleted`;
		if (kind === 'list') return isAdded ? t`Check-in list added` : t`Check-in list deleted`;
		if (kind === 'gate') return isAdded ? t`Gate added` : t`Gate deleted`;
		return isAdded ? t`Question added` : t`Question deleted`;
	};
}
