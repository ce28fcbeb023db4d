import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { SeriesChange } from '#shared/contracts/series-changes.ts';
import type { SeriesScope } from '#shared/rules/series/repeat.ts';
import type { DatesChange } from './dates-change-sheet.tsx';

const DatesChangeSheet = lazyDialog(() =>
	import('./dates-change-sheet.tsx').then((module) => module.DatesChangeSheet),
);

/** The outcome of a change to several dates; null: the organiser thought better of it. */
export type DatesAnswer = { change: SeriesChange | null } | null;

interface Scope {
	/** Which dates of its series a change of this event reaches. */
	scope: SeriesScope;
	setScope: (scope: SeriesScope) => void;
	/** Shows what a change would do to the dates that it reaches, and makes it if the organiser agrees. */
	changeDates: (changes: DatesChange['changes'], scope?: SeriesScope) => Promise<DatesAnswer>;
}

const ScopeContext = createContext<Scope>({
	scope: 'this',
	setScope: () => {},
	changeDates: async () => null,
});

export const useDatesScope = () => use(ScopeContext);

/** Sections inside change this date, this and the following ones, or all, as it is chosen in `SeriesBar`. */
export function DatesScopeProvider({ event, children }: { event: PublicEvent; children: ReactNode }) {
	const [scope, setScope] = useState<SeriesScope>('this');
	const [planned, setPlanned] = useState<{ change: DatesChange; count: number } | null>(null);
	const [isOpen, setOpen] = useState(false);
	const answer = useRef<((answer: DatesAnswer) => void) | null>(null);
	const { id } = event;
	const value = useMemo<Scope>(
		() => ({
			scope,
			setScope,
			changeDates(changes, changed = scope) {
				setPlanned((before) => ({
					change: { scope: changed, from: id, changes },
					count: (before?.count ?? 0) + 1,
				}));
				setOpen(true);
				return new Promise((resolve) => {
					answer.current = resolve;
				});
			},
		}),
		[scope, id],
	);
	function close(given: DatesAnswer) {
		setOpen(false);
		answer.current?.(given);
		answer.current = null;
	}
	return (
		<ScopeContext value={value}>
			{children}
			{planned && event.series ? (
				<DatesChangeSheet
					key={planned.count}
					event={event}
					series={event.series.id}
					change={planned.change}
					isOpen={isOpen}
					onClose={() => close(null)}
					onDone={(change) => close({ change })}
				/>
			) : null}
		</ScopeContext>
	);
}
