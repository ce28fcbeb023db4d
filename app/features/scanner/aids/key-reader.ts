import { KeyBurst } from './key-burst.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Input types that hold free text; the others have no text to restore. */
const TEXT_TYPES = new Set(['text', 'search', 'email', 'tel', 'url', 'password', 'number', 'textarea']);

/**
 * Listens for hardware readers that act as keyboards, anywhere on the page. The keys of a code that fell into a text
 * field are taken out of it again, and the final Enter presses no button.
 * @returns a function that ends it
 */
export function listenForKeyReader(onCode: (text: string) => void): () => void {
	const burst = new KeyBurst();
	let before: { control: TextControl; value: string } | null = null;

	const onKeyDown = (event: KeyboardEvent) => {
		if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
		const control = textControl(event.target);
		const value = control?.value ?? '';
		const code = burst.press({ key: event.key, atMs: event.timeStamp });
		if (code !== null) {
			event.preventDefault();
			event.stopImmediatePropagation();
			if (before) restore(before.control, before.value);
			before = null;
			onCode(code);
		} else if (burst.length === 1) {
			before = control ? { control, value } : null;
		}
	};
	window.addEventListener('keydown', onKeyDown, { capture: true });
	return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
}

function textControl(target: EventTarget | null): TextControl | null {
	const isControl = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
	return isControl && TEXT_TYPES.has(target.type) ? target : null;
}

/** Sets the value as a person would, so that React handles it. */
function restore(control: TextControl, value: string): void {
	const prototype = Object.getPrototypeOf(control) as object;
	Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
	control.dispatchEvent(new Event('input', { bubbles: true }));
}
