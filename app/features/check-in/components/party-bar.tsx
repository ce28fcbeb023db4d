import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Users } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { Door } from '../use-door.ts';

/** More than this many keys do not fit beside each other; "all" is always there. */
const MOST_KEYS = 4;

/** After one of a group came in: how many of the others go in with them. */
export function PartyBar({ door }: { door: Door }) {
	const { t } = useLingui();
	const { length } = door.party;
	if (length === 0) return null;
	const counts = Array.from({ length: Math.min(length - 1, MOST_KEYS) }, (_, index) => index + 1);
	return (
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
						onClick={() => void door.admitParty(count)}
					>
						+{count}
					</Button>
				))}
				<Button size="lg" className="min-h-16 flex-1" onClick={() => void door.admitParty(length)}>
					<Trans>Check in all {length}</Trans>
				</Button>
			</div>
		</section>
	);
}
