import { useCallback, useLayoutEffect, useRef } from 'react';
import type { EventDraft } from '#app/features/events/stored-draft.ts';
import { noteUnsaved } from '#app/features/events/unsaved-fields.ts';

export const longFormPath = (event: string) => `/custom-event?event=${event}`;

/** Which field had the focus, and what of it was selected. */
interface FieldFocus {
	name: string;
	from: number | null;
	to: number | null;
}

/** The fields that the sections of the long form have under the same names. */
const fields = [
	...(['title', 'summary', 'category', 'description', 'visibility', 'startsAtLocal', 'endsAtLocal'] as const),
	...(['timeZone', 'format', 'venueName', 'address', 'city', 'countryCode', 'onlineUrl'] as const),
];

/** Whether a draft has what an event needs. A year that is still being typed (`0202`) is no start. */
export function isEvent(draft: EventDraft): boolean {
	const start = Date.parse(`${draft.startsAtLocal}Z`);
	return draft.title.trim() !== '' && draft.startsAtLocal >= '2000' && !Number.isNaN(start);
}

/** What was typed while the event was being created: saved by the sections that follow. */
export function typedSinceSent(sent: EventDraft, now: EventDraft): Partial<EventDraft> {
	const needed: readonly string[] = ['title', 'startsAtLocal', 'endsAtLocal', 'timeZone'];
	return Object.fromEntries(
		fields
			.filter((name) => now[name] !== sent[name] && (now[name].trim() !== '' || !needed.includes(name)))
			.map((name) => [name, now[name]]),
	);
}

let lastFocus: FieldFocus | null = null;

/** The focus at the moment when the first form was replaced; once. */
export function takeFocus(): FieldFocus | null {
	const focus = lastFocus;
	lastFocus = null;
	return focus;
}

function focusedField(): FieldFocus | null {
	const field = document.activeElement;
	if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null;
	return { name: field.name, from: field.selectionStart, to: field.selectionEnd };
}

/**
 * Goes on with the event that a draft became. People type until the first form is replaced: what they typed reaches the sections
 * as not saved yet, and the focus stays in its field.
 */
export function useHandOver(draft: EventDraft) {
	const newest = useRef(draft);
	const begun = useRef<{ event: string; sent: EventDraft } | null>(null);
	useLayoutEffect(() => {
		newest.current = draft;
	}, [draft]);
	useLayoutEffect(
		() => () => {
			if (!begun.current) return;
			lastFocus = focusedField();
			noteUnsaved(begun.current.event, typedSinceSent(begun.current.sent, newest.current));
		},
		[],
	);
	return {
		begin: useCallback((event: string, sent: EventDraft) => {
			begun.current = { event, sent };
		}, []),
		isHandedOver: useCallback(() => begun.current !== null, []),
	};
}
