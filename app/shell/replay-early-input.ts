/** What app/shell/defer-script.ts recorded before React, with what was in the field when React took over. */
export interface EarlyInput {
	kind: 'click' | 'input' | 'submit';
	target: HTMLElement;
	value: string | undefined;
	isChecked: boolean | undefined;
}

/** Does again, now that React listens, what was done to the page before: in the same order. */
export function replayEarlyInput(inputs: readonly EarlyInput[]): void {
	for (const one of inputs) {
		const { kind, target } = one;
		delete target.dataset.held;
		if (!target.isConnected) continue;
		if (kind === 'input') replayTyping(one);
		else if (kind === 'click') target.click();
		else (target as HTMLFormElement).requestSubmit();
	}
}

/**
 * A field still holds what was typed, but React does not know it: it took what it found for what it had rendered. So the field gets the
 * rendered value again, and then the one of the person, past the setter with which React watches it.
 */
function replayTyping({ target, value, isChecked }: EarlyInput): void {
	// Brings a part of the page to life that waits for its turn; nothing else listens to this event.
	target.dispatchEvent(new MouseEvent('auxclick', { bubbles: true }));
	if (target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio')) {
		target.checked = !isChecked;
		target.click();
	} else if (target instanceof HTMLSelectElement) {
		if (value !== undefined) target.value = value;
		target.dispatchEvent(new Event('change', { bubbles: true }));
	} else if (target instanceof HTMLInputElement && target.type === 'file') {
		target.dispatchEvent(new Event('change', { bubbles: true }));
	} else if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
		const typed = target.value === target.defaultValue ? (value ?? '') : target.value;
		target.value = target.defaultValue;
		const ownSetter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set;
		ownSetter?.call(target, typed);
		target.dispatchEvent(new Event('input', { bubbles: true }));
		// It was left again: some fields look at what was typed then.
		if (document.activeElement !== target)
			target.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
	}
}
