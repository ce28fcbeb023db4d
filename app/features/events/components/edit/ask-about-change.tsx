import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react';
import type { NotifyChoice } from '#app/features/events/changes-api.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import type { ChangePlan } from '#shared/contracts/event-changes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';

const ChangeSheet = lazyDialog(() => import('./change-sheet.tsx').then((module) => module.ChangeSheet));

type Ask = (plan: ChangePlan, isOutdated: boolean) => Promise<NotifyChoice | null>;

const AskContext = createContext<Ask>(async () => null);

/** Shows a plan and waits for what the organiser says; null: they thought better of it. */
export const useAskAboutChange = () => use(AskContext);

/** The one change sheet of the edit page, for all of its sections. */
export function ChangeSheetProvider({ event, children }: { event: PublicEvent; children: ReactNode }) {
	const [planned, setPlanned] = useState<{ plan: ChangePlan; isOutdated: boolean; count: number } | null>(
		null,
	);
	const [isOpen, setIsOpen] = useState(false);
	const answer = useRef<((choice: NotifyChoice | null) => void) | null>(null);
	const ask = useMemo<Ask>(
		() => (plan, isOutdated) => {
			setPlanned((before) => ({ plan, isOutdated, count: (before?.count ?? 0) + 1 }));
			setIsOpen(true);
			return new Promise((resolve) => {
				answer.current = resolve;
			});
		},
		[],
	);
	return (
		<AskContext value={ask}>
			{children}
			{planned ? (
				<ChangeSheet
					key={planned.count}
					event={event}
					plan={planned.plan}
					isOutdated={planned.isOutdated}
					isOpen={isOpen}
					onAnswer={(choice) => {
						setIsOpen(false);
						answer.current?.(choice);
						answer.current = null;
					}}
				/>
			) : null}
		</AskContext>
	);
}
