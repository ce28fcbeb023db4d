import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import type { EditedQuestion } from '#shared/contracts/questions.ts';
import type { CapacityPool, TicketType } from '#shared/contracts/tickets.ts';
import { textToRules } from './refund-rules-text.ts';
import { hoursLater } from './wall-time.ts';

/** What an event sells and asks, before it is there; ids are of this browser. */
export interface DraftOffer {
	tickets: TicketType[];
	pools: CapacityPool[];
	questions: EditedQuestion[];
}

/** The draft in the create screen, before it belongs to an account. */
export interface EventDraft {
	title: string;
	/** Wall times as typed, `2027-05-01T19:30`; empty: not yet, or two hours after the start. */
	startsAtLocal: string;
	endsAtLocal: string;
	timeZone: string;
	format: 'in_person' | 'online' | 'hybrid';
	venueName: string;
	address: string;
	city: string;
	countryCode: string;
	onlineUrl: string;
	category: string;
	summary: string;
	description: string;
	visibility: 'public' | 'unlisted' | 'invite_only';
	coverSeed: string;
	/** What the picture for its cover is called in this browser (`draft-picture.ts`); empty: the cover is drawn. */
	picture: string;
	coverAlt: string;
	/** As guests read it, also where rules write it. */
	refundPolicy: string;
	/** Refund rules as `rulesToText` writes them; empty: own words. */
	refundRules: string;
	/** Of prices; empty: that of the organisation. */
	currency: string;
	/** Null: nothing of it was typed, and the event has what its template brings, or a free ticket. */
	offer: DraftOffer | null;
	/** The template that it begins with; empty: none. What follows says what was chosen before it is read again. */
	template: string;
	templateName: string;
	/** How many ticket types it brings. */
	templateTickets: string;
	/** Minutes from the start to the end where no end was typed; empty: two hours. */
	lengthMinutes: string;
	/** How it repeats, as `repeatToText` writes it; empty: it takes place once. */
	repeat: string;
	/** Key of the call that makes the event: however often it is sent, there is one event. */
	key: string;
}

const STORAGE_KEY = 'event-draft';
const formats = ['in_person', 'online', 'hybrid'];

export const noTemplate = { template: '', templateName: '', templateTickets: '', lengthMinutes: '' };

/** What the server renders: nothing of it is anybody's. */
export const blankDraft: EventDraft = {
	title: '',
	startsAtLocal: '',
	endsAtLocal: '',
	timeZone: '',
	format: 'in_person',
	venueName: '',
	address: '',
	city: '',
	countryCode: '',
	onlineUrl: '',
	category: 'other',
	summary: '',
	description: '',
	visibility: 'public',
	coverSeed: 'a new event',
	picture: '',
	coverAlt: '',
	refundPolicy: '',
	refundRules: '',
	currency: '',
	offer: null,
	...noTemplate,
	repeat: '',
	key: '',
};

/** A draft that somebody begins in this browser. */
export const emptyDraft = (): EventDraft => ({
	...blankDraft,
	timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
	coverSeed: newCoverSeed(),
	key: newIdempotencyKey(),
});

/** A short random text that gives a cover of its own. */
export function newCoverSeed(): string {
	return newIdempotencyKey().slice(0, 12);
}

/** The draft that this browser stores, or null. What is not a draft of ours is left alone. */
export function readDraft(storage: Pick<Storage, 'getItem'> = localStorage): EventDraft | null {
	try {
		const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null');
		if (typeof stored !== 'object' || stored === null) return null;
		const draft = emptyDraft();
		for (const name of Object.keys(draft) as (keyof EventDraft)[]) {
			const value = (stored as Record<string, unknown>)[name];
			// An empty key or zone would leave a draft that can never be sent.
			if (typeof value === 'string' && value !== '') Object.assign(draft, { [name]: value });
		}
		draft.offer = offerIn(stored);
		if (!formats.includes(draft.format)) draft.format = 'in_person';
		if (!['unlisted', 'invite_only'].includes(draft.visibility)) draft.visibility = 'public';
		return draft;
	} catch {
		return null;
	}
}

function offerIn(stored: { offer?: unknown }): DraftOffer | null {
	const offer = stored.offer as Partial<Record<keyof DraftOffer, unknown>> | null | undefined;
	const isList = (list: unknown, name: string) =>
		Array.isArray(list) && list.every((one) => typeof one?.id === 'string' && typeof one[name] === 'string');
	const isOffer =
		isList(offer?.tickets, 'name') && isList(offer?.pools, 'name') && isList(offer?.questions, 'label');
	return isOffer ? (offer as DraftOffer) : null;
}

/** Stores a draft across sign-up, reloads and closed tabs. A browser that forbids storage stores nothing, and nothing breaks. */
export function storeDraft(draft: EventDraft, storage: Pick<Storage, 'setItem'> = localStorage): boolean {
	try {
		storage.setItem(STORAGE_KEY, JSON.stringify(draft));
		return true;
	} catch {
		return false;
	}
}

export function forgetDraft(storage: Pick<Storage, 'removeItem'> = localStorage): void {
	try {
		storage.removeItem(STORAGE_KEY);
	} catch {
		// Then there is none.
	}
}

/**
 * What already stands in the two fields when the page is hydrated: on a slow line people type before the script has come, and
 * what they typed is newer than any draft that was stored.
 */
export function typedBefore(form: HTMLFormElement | null): Partial<EventDraft> {
	const typed: Partial<EventDraft> = {};
	for (const name of ['title', 'startsAtLocal'] as const) {
		const field = form?.elements.namedItem(name);
		if (field instanceof HTMLInputElement && field.value !== '') typed[name] = field.value;
	}
	return typed;
}

/** Whether anything was typed that would be a pity to lose. */
export function isWorthStoring(draft: EventDraft): boolean {
	if (draft.offer || draft.picture) return true;
	return [
		draft.title,
		draft.startsAtLocal,
		draft.venueName,
		draft.address,
		draft.city,
		draft.summary,
		draft.description,
		draft.onlineUrl,
		draft.refundPolicy,
	].some((text) => text.trim() !== '');
}

/** The draft as the API takes it: only what was typed or differs from what the server would choose. */
export function draftInput(draft: EventDraft) {
	const place = draft.format === 'online' ? [] : (['venueName', 'address', 'city', 'countryCode'] as const);
	const optional = [...place, 'summary', 'description', 'refundPolicy', 'currency'] as const;
	const refundRules = textToRules(draft.refundRules);
	return {
		title: draft.title.trim(),
		startsAtLocal: draft.startsAtLocal,
		timeZone: draft.timeZone,
		format: draft.format,
		category: draft.category as never,
		visibility: draft.visibility,
		coverSeed: draft.coverSeed,
		...(draft.picture && draft.coverAlt.trim() ? { coverAlt: draft.coverAlt.trim() } : {}),
		...(draft.template ? { template: draft.template } : {}),
		...(draft.endsAtLocal ? { endsAtLocal: draft.endsAtLocal } : {}),
		...(draft.format !== 'in_person' && draft.onlineUrl.trim() ? { onlineUrl: draft.onlineUrl.trim() } : {}),
		...Object.fromEntries(
			optional
				.filter((name) => draft[name].trim() && !(refundRules && name === 'refundPolicy'))
				.map((name) => [name, draft[name].trim()]),
		),
		...(refundRules ? { refundRules } : {}),
	};
}

/** When an event ends that has no end yet: a template knows how long it takes. */
export function proposedEnd(
	draft: Pick<EventDraft, 'startsAtLocal' | 'endsAtLocal' | 'lengthMinutes'>,
): string {
	return draft.endsAtLocal || hoursLater(draft.startsAtLocal, (Number(draft.lengthMinutes) || 120) / 60);
}
