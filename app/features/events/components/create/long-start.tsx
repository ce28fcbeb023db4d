import { Trans } from '@lingui/react/macro';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { textToTyped } from '#app/features/events/refund-rules-text.ts';
import type { EventDraft } from '#app/features/events/stored-draft.ts';
import { noteUnsaved } from '#app/features/events/unsaved-fields.ts';
import { afterLetters, countLetters } from '#app/features/text-editing/count-letters.ts';
import { useAfterTyping } from '../edit/use-after-typing.ts';

/** Which field had the focus, and what of it was selected. */
interface FieldFocus {
	name: string;
	from: number | null;
	to: number | null;
	/** The blank that was typed last, which Markdown leaves out. */
	blank: string;
}

/** The fields that the sections of the long form have under the same names. */
const fields = [
	...(['title', 'summary', 'category', 'description', 'visibility', 'startsAtLocal', 'endsAtLocal'] as const),
	...(['timeZone', 'format', 'venueName', 'address', 'city', 'countryCode', 'onlineUrl'] as const),
	...(['refundPolicy', 'refundRules', 'currency', 'coverAlt'] as const),
];

/** Whether a draft has what an event needs. A year that is still being typed (`0202`) is no start; half of a rule is none. */
function isEvent(draft: EventDraft): boolean {
	const start = Date.parse(`${draft.startsAtLocal}Z`);
	if (textToTyped(draft.refundRules)) return false;
	return draft.title.trim() !== '' && draft.startsAtLocal >= '2000' && !Number.isNaN(start);
}

/** What was typed while the event was being created: saved by the sections that follow. */
function typedSinceSent(sent: EventDraft, now: EventDraft): Partial<EventDraft> {
	const needed: readonly string[] = ['title', 'startsAtLocal', 'endsAtLocal', 'timeZone', 'currency'];
	return Object.fromEntries(
		fields
			// Saved without the blank that was typed last: whoever goes on typing needs it.
			.filter(
				(name) => now[name] !== sent[name].trim() && (now[name].trim() !== '' || !needed.includes(name)),
			)
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
	if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
		return { name: field.name, from: field.selectionStart, to: field.selectionEnd, blank: '' };
	// A description's editor, beside the field that has its text as Markdown.
	const source = field
		?.closest(':has(> input[type=hidden])')
		?.querySelector<HTMLInputElement>(':scope > input');
	if (!field || !source || !field.matches('[contenteditable=true]')) return null;
	const { from, blank } = caretInSource(field, source.value);
	return { name: source.name, from: from + blank.length, to: from + blank.length, blank };
}

/** Where the cursor of an editor is in its Markdown: after as many letters, and what was typed after them. */
function caretInSource(editor: Element, source: string): { from: number; blank: string } {
	const range = document.getSelection()?.rangeCount
		? document.getSelection()?.getRangeAt(0).cloneRange()
		: null;
	if (!range || !editor.contains(range.startContainer)) return { from: source.length, blank: '' };
	range.setStart(editor, 0);
	const before = range.toString();
	const found = [...source.matchAll(/[\p{L}\p{N}]/gu)][countLetters(before) - 1];
	if (!found) return { from: 0, blank: '' };
	let from = found.index + found[0].length;
	const typed = afterLetters(before);
	// Signs of formats stand between what was typed.
	for (const sign of typed) {
		const next = source.indexOf(sign, from);
		if (next >= 0 && countLetters(source.slice(from, next)) === 0) from = next + 1;
	}
	return { from, blank: from === source.length && /\s$/.test(typed) ? ' ' : '' };
}

export interface LongStartProps {
	draft: EventDraft;
	/** Something was typed into this page: what was kept, or came with a link, is no wish for an event. */
	isTyped: boolean;
	isSignedIn: boolean;
	isSaving: boolean;
	isOffline: boolean;
	/** The event that the draft became, and what was sent for it. */
	created: RefObject<{ event: string; sent: EventDraft } | null>;
	onBegin: () => void;
}

/**
 * The line of the long form that says where its draft is, and the wish for an event once the draft can be one. People type until
 * the event's sections replace this form: what they typed reaches the sections as not saved yet, and the focus stays in its field.
 */
export function LongStart(props: LongStartProps) {
	const { draft, isTyped, isSignedIn, isSaving, isOffline, created, onBegin } = props;
	useAfterTyping({
		typed: draft,
		mayTry: isTyped && isSignedIn && !isSaving && isEvent(draft),
		isOffline,
		attempt: () => {
			// A ticket or a question that is still being typed would be gone with this form.
			if (document.querySelector('dialog[open]')) return false;
			onBegin();
			return true;
		},
	});
	const newest = useRef(draft);
	useLayoutEffect(() => {
		newest.current = draft;
	}, [draft]);
	useLayoutEffect(
		() => () => {
			if (!created.current) return;
			lastFocus = focusedField();
			const { description } = newest.current;
			const blank = lastFocus?.name === 'description' ? lastFocus.blank : '';
			const now = { ...newest.current, description: description + blank };
			noteUnsaved(created.current.event, typedSinceSent(created.current.sent, now));
		},
		[created],
	);
	return (
		<p role="status" className={isOffline ? 'min-h-5 text-sm text-danger' : 'min-h-5 text-sm text-muted'}>
			{!isTyped ? null : isSaving && isSignedIn ? (
				<Trans>Saving…</Trans>
			) : isOffline ? (
				<Trans>Not saved: no connection. Kept on this device.</Trans>
			) : (
				<Trans>Saved on this device</Trans>
			)}
		</p>
	);
}
