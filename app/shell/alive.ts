import { useEffect } from 'react';
import type { Missed } from './catch-up.ts';

declare global {
	interface Window {
		/** Set by the lines in the head of a public page. */
		foyerEarly?: () => Missed[];
	}
}

let missed: Missed[] = [];

/** Call right before React takes over the document: from then on it listens by itself. */
export function stopHolding(): void {
	missed = window.foyerEarly?.() ?? [];
}

/** Marks that the page answers now, and does what was asked of it while it could not. */
export function useAlive(): void {
	useEffect(() => {
		document.documentElement.dataset.alive = '';
		const doing = missed;
		missed = [];
		if (doing.length === 0) return;
		import('./catch-up.ts').then(
			({ catchUp }) => catchUp(doing),
			() => {},
		);
	}, []);
}
