import { useEffect } from 'react';
import type { EarlyInput } from './replay-early-input.ts';

declare global {
	interface Window {
		/** Set by the lines in the head of a public page. */
		foyerEarly?: () => EarlyInput[];
	}
}

let earlyInput: EarlyInput[] = [];

/** Call right before React takes over the document: from then on it listens by itself. */
export function takeEarlyInput(): void {
	earlyInput = window.foyerEarly?.() ?? [];
}

/** Marks that the page answers now, and does what was pressed while it could not. */
export function useHydrated(): void {
	useEffect(() => {
		document.documentElement.dataset.hydrated = '';
		const doing = earlyInput;
		earlyInput = [];
		if (doing.length === 0) return;
		import('./replay-early-input.ts').then(
			({ replayEarlyInput }) => replayEarlyInput(doing),
			() => {},
		);
	}, []);
}
