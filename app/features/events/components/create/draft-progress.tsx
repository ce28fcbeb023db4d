import { useLingui } from '@lingui/react/macro';
import { findingsOf } from '#app/features/events/draft-findings.ts';
import { type EventDraft, proposedEnd } from '#app/features/events/stored-draft.ts';
import { resolveWallTime } from '#shared/rules/event-times.ts';
import { FormProgress } from '../long/form-progress.tsx';

/** The instant of a wall time; null for what is none. Needs `Temporal`. */
export function instantOf(local: string, timeZone: string): Date | null {
	try {
		return new Date(resolveWallTime(local, timeZone).instant);
	} catch {
		return null;
	}
}

/** The end of a draft that starts at an instant. Needs `Temporal`. */
export const endOf = (draft: EventDraft, startsAt: Date): Date =>
	instantOf(proposedEnd(draft), draft.timeZone) ?? startsAt;

/** How far the first form is, by the rules of the review. Needs `Temporal`. */
export function DraftProgress({ draft }: { draft: EventDraft }) {
	const { t } = useLingui();
	const now = new Date();
	const startsAt = instantOf(draft.startsAtLocal, draft.timeZone);
	const start = startsAt ?? new Date(now.getTime() + 86_400_000);
	return (
		<FormProgress
			items={[
				{ id: 'basics', label: t`Basics`, isMissing: draft.title.trim() === '' || startsAt === null },
				{ id: 'times', label: t`Date and time`, isMissing: startsAt === null },
				{ id: 'place', label: t`Location` },
				{ id: 'page', label: t`Description` },
				{ id: 'settings', label: t`Settings` },
				{ id: 'tickets', label: t`Tickets` },
				{ id: 'questions', label: t`Questions`, isOptional: true },
			]}
			review={findingsOf(draft, { now, startsAt: start, endsAt: endOf(draft, start) })}
			// Two or four rows: the frame around it is as high.
			columns="grid-cols-2 sm:grid-cols-4 md:grid-cols-2 lg:grid-cols-4"
		/>
	);
}
