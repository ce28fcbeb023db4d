type Field = HTMLInputElement | HTMLTextAreaElement;

const chosen = ['checkbox', 'radio', 'number', 'button', 'submit', 'hidden'];

/**
 * Watches what is typed inside an element. Text that is still in a field in sight counts; a choice or a number does not, and neither does
 * what has gone with its form.
 */
export function watchTyped(inside: HTMLElement): { isAny(): boolean; last(): HTMLElement | undefined } {
	const touched = new Set<Field>();
	inside.addEventListener('input', ({ target }) => {
		const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
		if (!isField || chosen.includes(target.type)) return;
		touched.delete(target);
		touched.add(target);
	});
	const typed = () =>
		[...touched].filter((field) => field.isConnected && field.value.trim() !== '' && field.checkVisibility());
	return { isAny: () => typed().length > 0, last: () => typed().at(-1) };
}
