import { correctionOf, fieldId } from './field.tsx';

/** An entry of a summary of errors. */
export interface Entry {
	name?: string | undefined;
	/** What it says, of which field. */
	text: string;
}

/** The errors of each form that have had the focus. */
const known = new WeakMap<HTMLElement, readonly string[]>();

/** The control with this id, or the first one inside it (a date is several). */
function focusTarget(id: string): HTMLElement | null {
	const element = document.getElementById(id);
	const controls = 'input, select, textarea, button, [tabindex="0"], [contenteditable]';
	return element?.matches(controls) ? element : (element?.querySelector<HTMLElement>(controls) ?? element);
}

/** The entries that are there for the first time: only they move the focus. */
export function newEntries(keys: readonly string[], before: readonly string[]): string[] {
	return keys.filter((key) => !before.includes(key));
}

/**
 * Moves the focus to the first field of new errors, or to the summary where they are of no field; leads from an entry to its field; and
 * says of which fields something was changed since. Loaded with the first touch of a page: nothing was sent before.
 * @param props.over ends it
 */
export function followErrors(props: {
	box: HTMLElement | null;
	scope: string;
	entries: readonly Entry[];
	keepsFocus: boolean;
	setCorrected: (add: (before: string[]) => string[]) => void;
	over: AbortSignal;
}): void {
	const { box, scope, entries, keepsFocus, setCorrected, over } = props;
	if (!box || over.aborted) return;
	const form = document.getElementById(scope) ?? box;
	const keys = entries.map(({ text }) => correctionOf(text));
	const added = newEntries(keys, known.get(form) ?? []);
	known.set(form, keys);
	if (added.length > 0 && !keepsFocus) {
		const name = entries.find((entry) => entry.name)?.name;
		((name && focusTarget(fieldId(scope, name))) || box).focus();
	}
	const jump = (event: Event) => {
		const link =
			event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
		const field = link && focusTarget(decodeURIComponent(link.hash.slice(1)));
		if (!field) return;
		event.preventDefault();
		field.scrollIntoView({ block: 'center' });
		field.focus({ preventScroll: true });
	};
	const note = ({ target }: Event) => {
		const corrected = entries.filter(
			({ name }) => name && document.getElementById(fieldId(scope, name))?.contains(target as Node),
		);
		if (corrected.length > 0)
			setCorrected((before) => [...before, ...corrected.map(({ text }) => correctionOf(text))]);
	};
	box.addEventListener('click', jump, { signal: over });
	// Some fields of a form are beside it, and a field may get another id by what is typed.
	document.addEventListener('input', note, { signal: over, capture: true });
	document.addEventListener('change', note, { signal: over, capture: true });
}
