import type { KeyboardEvent } from 'react';

/**
 * Keys for a list of rows marked data-row={index}: j, k and the arrows move, Home and End jump, Enter opens, x or the space
 * bar selects. Put the handler on the element around the rows. Keys typed into a control inside a row are left alone.
 */
export function useRowKeys(actions: {
	onOpen?: (index: number) => void;
	onSelect?: (index: number) => void;
}) {
	return (event: KeyboardEvent<HTMLElement>) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const target = event.target as HTMLElement;
		if (target.closest('input, select, textarea, [contenteditable]')) return;
		const row = target.closest<HTMLElement>('[data-row]');
		if (!row) return;
		const index = Number(row.dataset.row);
		const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
		const go = (to: number) => {
			const next = all[Math.max(0, Math.min(all.length - 1, to))];
			for (const other of all) other.tabIndex = other === next ? 0 : -1;
			next?.focus();
		};
		const isOnRow = target === row;
		const keys: Record<string, (() => void) | undefined> = {
			j: () => go(index + 1),
			ArrowDown: () => go(index + 1),
			k: () => go(index - 1),
			ArrowUp: () => go(index - 1),
			Home: () => go(0),
			End: () => go(all.length - 1),
			Enter: isOnRow && actions.onOpen ? () => actions.onOpen?.(index) : undefined,
			x: actions.onSelect ? () => actions.onSelect?.(index) : undefined,
			' ': isOnRow && actions.onSelect ? () => actions.onSelect?.(index) : undefined,
		};
		const act = keys[event.key];
		if (!act) return;
		event.preventDefault();
		act();
	};
}
