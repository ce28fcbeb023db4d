import { Trans, useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { textToTyped } from '#app/features/events/refund-rules-text.ts';
import { type EventDraft, isWorthStoring, storeDraft } from '#app/features/events/stored-draft.ts';
import { noteUnsaved } from '#app/features/events/unsaved-fields.ts';
import { afterLetters, countLetters } from '#app/features/text-editing/count-letters.ts';
import { useSession } from '#app/lib/session.ts';
import { Button } from '#app/ui/button.tsx';
import { useAfterTyping } from '../edit/use-after-typing.ts';
import type { Wishing } from './create-event-screen.tsx';
import { Restored } from './create-header.tsx';
import type { Draft } from './use-draft.ts';
import { useDraftHistory } from './use-draft-history.ts';

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
	typed: Draft;
	wishing: Wishing;
	onStartOver: () => void;
}

/** Whether the browser has what was typed: its storage may be full or forbidden. */
function useStoredOnDevice({ draft, hasTyped, created }: Draft): boolean {
	const [isStored, setStored] = useState(true);
	useEffect(() => {
		if (hasTyped && !created.current) setStored(!isWorthStoring(draft) || storeDraft(draft));
	}, [draft, hasTyped, created]);
	return isStored;
}

/**
 * The line of the long form that says where its draft is, and the wish for an event once the draft can be one. People type until
 * the event's sections replace this form: what they typed reaches the sections as not saved yet, and the focus stays in its field.
 */
export function LongStart(props: LongStartProps) {
	// What was stored, or came with a link, is no wish for an event.
	const { draft, hasTyped: isTyped, created } = props.typed;
	const { wish, isOffline, begin } = props.wishing;
	const isSignedIn = useSession().status === 'user';
	const isSaving = wish !== null;
	const { t } = useLingui();
	useAfterTyping({
		typed: draft,
		mayTry: isTyped && isSignedIn && !isSaving && isEvent(draft),
		isOffline,
		attempt: () => {
			// A ticket or a question that is still being typed would be gone with this form.
			if (document.querySelector('dialog[open]')) return false;
			begin();
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
	const { canUndo, undo, said } = useDraftHistory(props.typed);
	const isBusy = isSaving && isSignedIn;
	const isStored = useStoredOnDevice(props.typed);
	const isTrouble = isOffline || !isStored;
	return (
		<>
			<p
				role="status"
				className={isTrouble ? 'min-h-5 min-w-0 text-sm text-danger' : 'min-h-5 min-w-0 text-sm text-muted'}
			>
				{isBusy && isTyped ? (
					<Trans>Saving…</Trans>
				) : isOffline && isTyped ? (
					<Trans>Not saved: no connection. Kept on this device.</Trans>
				) : !isStored ? (
					<Trans>Not saved: this browser has no room for it. Keep this page open.</Trans>
				) : said ? (
					said
				) : isTyped ? (
					<Trans>Saved on this device</Trans>
				) : null}
			</p>
			{isTyped || canUndo || said ? (
				<Button
					variant="ghost"
					size="sm"
					icon={Undo2}
					isDisabled={!canUndo || isBusy}
					onClick={() => void undo()}
				>
					{t`Undo`}
				</Button>
			) : null}
			{isTyped ? null : <Restored {...props} />}
		</>
	);
}
