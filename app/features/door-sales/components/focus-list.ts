/** Puts the focus on a list whose control has just gone, so that whoever works by keyboard goes on where they were. */
export function focusList(id: string): void {
	// After the dialog has handed the focus back.
	requestAnimationFrame(() => document.getElementById(id)?.focus());
}
