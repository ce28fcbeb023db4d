import { flushSync } from 'react-dom';

/**
 * Adds or removes a row of a list, and moves the focus before the next key arrives: into the row at this place (`data-row-start` marks
 * where each begins), into the last one behind it, or to what adds one (`data-add`) when none is left.
 */
export function changeRows(box: Element | null, row: number, change: () => void): void {
	flushSync(change);
	const starts = box?.querySelectorAll<HTMLElement>('[data-row-start]') ?? [];
	const next = starts[Math.min(row, starts.length - 1)] ?? box?.querySelector<HTMLElement>('[data-add]');
	next?.focus();
}
