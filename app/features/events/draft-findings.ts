import type { EventPlan } from '#shared/contracts/event-plan.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { eventFillIns } from '#shared/rules/event-fill-ins.ts';
import { type ReviewAdvice, type ReviewBlocker, reviewEvent } from '#shared/rules/event-review.ts';
import type { EventDraft } from './stored-draft.ts';

interface DraftTimes {
	now: Date;
	startsAt: Date;
	endsAt: Date;
}

/**
 * Problems that prevent publishing a draft, as far as they are known before the event exists.
 * @param plan of its template, once it has been read
 */
export function findingsOf(draft: EventDraft, times: DraftTimes, plan?: EventPlan) {
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
	const texts = {
		summary: draft.summary || (plan?.basics.summary ?? ''),
		description: draft.description || (plan?.basics.description ?? brought),
		refundPolicy: draft.refundPolicy || (plan?.policy.refundPolicy ?? brought),
	};
	const { tickets: types = [], questions = [] } = draft.offer ?? {};
	const fillIns = eventFillIns(
		{ title: draft.title, ...texts },
		[...types.map((type) => ({ ...type, priceTiers: type.organiser?.priceTiers })), ...questions],
		// A template of one's own may be a series by that name.
		brought !== '' && !isUuid(draft.template) && draft.title.trim() === brought,
	);
	const { blockers, advice } = reviewEvent({
		...times,
		format: draft.format,
		hasPlace:
			[draft.venueName, draft.address, draft.city].some((text) => text.trim() !== '') ||
			// A template of one's own may bring it.
			isUuid(draft.template),
		hasOnlineLink: draft.onlineUrl.trim() !== '',
		isExternal: false,
		...texts,
		fillIns,
		hasPicture: draft.picture !== '',
		// The server takes the title where nothing is said.
		coverAlt: draft.coverAlt || draft.title,
		needsNewDate: false,
		isEmailVerified: true,
		isOrganisationLocked: false,
		takesMoney: true,
		missingDetails: [],
		tickets: tickets?.length ? tickets : [{ ...given, isUnlimited: brought === '' }],
	});
	return {
		blockers: blockers.map((code) => ({ code })),
		advice: advice.map((code) => ({ code })),
		fillIns,
	};
}

/** The lines of the short form that can say what was left open, and the advice that each of them stands for. */
const linesOf = {
	place: ['no-place', 'no-online-link'],
	page: ['no-description'],
	settings: ['capacity-open'],
} as const satisfies Record<string, readonly ReviewAdvice[]>;

/** What the short form shows as left open, line by line: whoever publishes from there has read it. */
export function openLines(draft: EventDraft): Partial<Record<string, ReviewAdvice>> {
	if (draft.title.trim() === '') return {};
	const now = new Date();
	const later = new Date(now.getTime() + 86_400_000);
	const codes = findingsOf(draft, { now, startsAt: later, endsAt: later }).advice.map(({ code }) => code);
	return Object.fromEntries(
		Object.entries(linesOf).map(([line, stands]) => [
			line,
			codes.find((code) => stands.includes(code as never)),
		]),
	);
}

/** A finding with what it says. */
export interface Finding {
	code: ReviewBlocker | ReviewAdvice | 'no-title' | 'no-start';
	message: string;
}
