import type { KeyboardEvent } from 'react';

/**
 * Which of `count` items side by side a key moves to, from the one at `current`: arrows in the direction of writing and around the ends,
 * Home and End. Undefined for any other key; the key of a move is taken.
 */
export function arrowTarget(event: KeyboardEvent, current: number, count: number): number | undefined {
	const step = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
	const targets: Record<string, number> = {
		ArrowRight: current + step,
		ArrowLeft: current - step,
		Home: 0,
		End: count - 1,
	};
	const target = targets[event.key];
	if (target === undefined) return undefined;
	event.preventDefault();
	return (target + count) % count;
}
