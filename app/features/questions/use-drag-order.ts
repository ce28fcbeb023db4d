import { type PointerEvent, useRef, useState } from 'react';

/**
 * Moves rows of a list by their handle, with a mouse or a finger. While it is dragged the row stands where it would be dropped;
 * Escape and a lost pointer put it back. Rows are elements with `data-row` under the list; keys are for others (buttons, Alt and
 * arrows).
 */
export function useDragOrder(ids: readonly string[], onDrop: (ids: string[]) => void) {
	const [dragged, setDragged] = useState<{ id: string; ids: string[] } | null>(null);
	const latest = useRef<{ id: string; ids: string[] } | null>(null);
	const put = (next: { id: string; ids: string[] } | null) => {
		latest.current = next;
		setDragged(next);
	};

	function handle(id: string) {
		return {
			onPointerDown(event: PointerEvent<HTMLElement>) {
				if (event.button !== 0) return;
				event.preventDefault();
				event.currentTarget.setPointerCapture(event.pointerId);
				put({ id, ids: [...ids] });
			},
			onPointerMove(event: PointerEvent<HTMLElement>) {
				const now = latest.current;
				if (!now) return;
				const list = event.currentTarget.closest('[data-drag-list]');
				const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
				const over = rows.find((row) => {
					const { top, bottom } = row.getBoundingClientRect();
					return event.clientY >= top && event.clientY <= bottom;
				});
				const to = now.ids.indexOf(over?.dataset.row ?? '');
				const from = now.ids.indexOf(now.id);
				if (to < 0 || to === from) return;
				put({ id: now.id, ids: now.ids.toSpliced(from, 1).toSpliced(to, 0, now.id) });
			},
			onPointerUp() {
				const now = latest.current;
				put(null);
				if (now && now.ids.join() !== ids.join()) onDrop(now.ids);
			},
			onPointerCancel: () => put(null),
			onLostPointerCapture: () => put(null),
		};
	}
	return { order: dragged?.ids ?? ids, draggedId: dragged?.id ?? null, handle };
}
