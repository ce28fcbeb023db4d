import { useCallback, useEffect, useRef, useState } from 'react';
import {
	blankDraft,
	type EventDraft,
	emptyDraft,
	forgetDraft,
	isWorthStoring,
	readDraft,
	storeDraft,
	typedBefore,
} from '#app/features/events/stored-draft.ts';
import { useSession } from '#app/lib/session.ts';
import { memberCan } from '#shared/rules/permissions.ts';

/** The form of a new event. Its first fields are the basics of an event. */
export const BASICS_FORM = 'basics';

/** The draft of a new event. It is stored in the browser until the event is created. */
export function useDraft() {
	const session = useSession();
	const [draft, setDraft] = useState<EventDraft>(blankDraft);
	const [isRestored, setRestored] = useState(false);
	const [hasTyped, setTyped] = useState(false);
	const form = useRef<HTMLFormElement>(null);
	/** The event that was made of it, and what was sent for it. */
	const created = useRef<{ event: string; sent: EventDraft } | null>(null);
	/** The draft before anything was typed on this page: what Undo leads back to. */
	const untyped = useRef(blankDraft);

	useEffect(() => {
		const stored = readDraft();
		const typed = typedBefore(form.current);
		const first = { ...(stored ?? emptyDraft()), ...typed };
		if (Object.keys(typed).length > 0) storeDraft(first);
		untyped.current = first;
		setDraft(first);
		setRestored(stored !== null && isWorthStoring(stored));
	}, []);
	useEffect(() => {
		if (!hasTyped && draft.key !== '') untyped.current = draft;
	}, [draft, hasTyped]);

	// Who is signed in plans in the zone of their organisation, where it has one.
	const zone = session.user?.organisations.find((one) => memberCan(one, 'events.create'))?.defaultTimeZone;
	const isReady = draft.key !== '';
	useEffect(() => {
		if (!isReady || isRestored || !zone) return;
		const own = emptyDraft().timeZone;
		setDraft((before) => (before.timeZone === own ? { ...before, timeZone: zone } : before));
	}, [isReady, isRestored, zone]);

	const change = useCallback((part: Partial<EventDraft>) => {
		setDraft((before) => {
			const next = { ...before, ...part };
			// An end that the new start has overtaken is two hours after it again.
			if (part.startsAtLocal && next.endsAtLocal && next.endsAtLocal <= part.startsAtLocal)
				next.endsAtLocal = '';
			// Without a key it is what the server rendered; the effect above takes over what was typed into that.
			if (next.key !== '' && isWorthStoring(next) && !created.current) storeDraft(next);
			return next;
		});
		setTyped(true);
	}, []);

	function startOver() {
		forgetDraft();
		if (draft.picture)
			void import('#app/features/events/draft-picture.ts').then((module) => module.forgetPicture());
		setDraft(emptyDraft());
		setRestored(false);
	}

	return { form, created, untyped, draft, setDraft, change, startOver, isReady, isRestored, hasTyped };
}

export type Draft = ReturnType<typeof useDraft>;
