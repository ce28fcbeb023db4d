import { useLingui } from '@lingui/react/macro';
import { type EventDraft, proposedEnd } from '#app/features/events/stored-draft.ts';
import { reviewEvent } from '#shared/rules/event-review.ts';
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

/** What of a draft speaks against publishing it, as far as it can be known before there is an event. */
export function findingsOf(draft: EventDraft, startsAt: Date, now: Date) {
	const tickets = draft.offer?.tickets.map(({ kind, organiser, salesStartAt, salesEndAt }) => ({
		kind,
		isClosed: organiser?.isClosed ?? false,
		salesStartAt: salesStartAt === null ? null : new Date(salesStartAt),
		salesEndAt: salesEndAt === null ? null : new Date(salesEndAt),
		isUnlimited: organiser?.capacity === null && organiser.sharedPoolId === null,
	}));
	const given = { kind: 'free' as const, isClosed: false, salesStartAt: null, salesEndAt: null };
	// What a template brings is as its author wants it.
	const brought = draft.template !== '' ? draft.templateName : '';
	const { blockers, advice } = reviewEvent({
		now,
		startsAt,
		endsAt: instantOf(proposedEnd(draft), draft.timeZone) ?? startsAt,
		format: draft.format,
		hasPlace: [draft.venueName, draft.address, draft.city].some((text) => text.trim() !== ''),
		hasOnlineLink: draft.onlineUrl.trim() !== '',
		isExternal: false,
		description: draft.description || brought,
		hasPicture: false,
		coverAlt: '',
		refundPolicy: draft.refundPolicy || brought,
		needsNewDate: false,
		isEmailVerified: true,
		isOrganisationLocked: false,
		takesMoney: true,
		missingDetails: [],
		tickets: tickets?.length ? tickets : [{ ...given, isUnlimited: brought === '' }],
	});
	return { blockers: blockers.map((code) => ({ code })), advice: advice.map((code) => ({ code })) };
}

/** How far the first form is, by the rules of the review. Needs `Temporal`. */
export function DraftProgress({ draft }: { draft: EventDraft }) {
	const { t } = useLingui();
	const now = new Date();
	const startsAt = instantOf(draft.startsAtLocal, draft.timeZone);
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
			review={findingsOf(draft, startsAt ?? new Date(now.getTime() + 86_400_000), now)}
			// Two or four rows: the frame around it is as high.
			columns="grid-cols-2 sm:grid-cols-4 md:grid-cols-2 lg:grid-cols-4"
		/>
	);
}
