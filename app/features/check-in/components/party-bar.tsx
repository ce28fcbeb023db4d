import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Users } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { DoorPerson } from '../offline/model.ts';
import type { SessionView } from '../offline/session-view.ts';
import type { Door } from '../use-door.ts';
import { PartyList } from './party-list.tsx';

/** More than this many keys do not fit beside each other; "all" is always there. */
const MOST_KEYS = 4;

/** Whether a name, or a name with its ticket, says who of several is meant. */
export function areDistinct(others: readonly Pick<DoorPerson, 'name' | 'ticketTypeName'>[]): boolean {
	const labels = new Set(others.map(({ name, ticketTypeName }) => `${name}\n${ticketTypeName}`));
	return labels.size > 1 && others.every(({ name }) => name.trim() !== '');
}

/** After one of a group came in: how many of the others go in with them, or who. */
export function PartyBar({ door, view }: { door: Door; view: Pick<SessionView, 'book' | 'list'> }) {
	const { t } = useLingui();
	// Another door may have let one of them in meanwhile.
	const isOut = ({ id }: DoorPerson) => (view.book.get(id, view.list?.id ?? '')?.firstInMs ?? 0) === 0;
	const others = door.party.filter(isOut);
	const { length } = others;
	const counts = Array.from({ length: Math.min(length - 1, MOST_KEYS) }, (_, index) => index + 1);
	return (
		<>
			{length > 0 ? (
				<section aria-label={t`Group`} className="flex flex-col gap-2 rounded-md bg-sunken p-3">
					<p className="flex items-center gap-2 text-sm font-medium">
						<Icon icon={Users} size={20} />
						<Plural
							value={length}
							one="# more in this group isn’t checked in"
							other="# more in this group aren’t checked in"
						/>
					</p>
					<div className="flex flex-wrap gap-2">
						{counts.map((count) => (
							<Button
								key={count}
								variant="outline"
								size="lg"
								className="min-h-16 min-w-16"
								aria-label={t`Check in ${count} more`}
								onClick={() => void door.admitParty(others.slice(0, count))}
							>
								+{count}
							</Button>
						))}
						{areDistinct(others) ? (
							<Button
								variant="outline"
								size="lg"
								className="min-h-16 flex-1"
								aria-haspopup="dialog"
								onClick={() => door.setChoosing(true)}
							>
								<Trans>Choose who</Trans>
							</Button>
						) : null}
						<Button size="lg" className="min-h-16 flex-1" onClick={() => void door.admitParty(others)}>
							<Trans>Check in all {length}</Trans>
						</Button>
					</div>
				</section>
			) : null}
			{door.isChoosing ? (
				<PartyList
					others={door.party}
					isOut={isOut}
					onClose={() => door.setChoosing(false)}
					onAdmit={(chosen) => void door.admitParty(chosen)}
				/>
			) : null}
		</>
	);
}
