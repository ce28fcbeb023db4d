import { useEffect } from 'react';

/** What app/shell/first-script.ts kept from before React: kinds of event and what they happened to. */
type Held = [kind: 'click' | 'input' | 'submit', target: HTMLElement];

/** The same, with what stood in the field when React took over. */
export interface Missed {
	kind: Held[0];
	target: HTMLElement;
	value: string | undefined;
	isChecked: boolean | undefined;
}

declare global {
	interface Window {
		/** Set by the lines in the head of a public page. */
		foyerEarly?: { h: Held[]; s(): void };
	}
}

let missed: Missed[] = [];

/** Call right before React takes over the document: from then on it listens by itself. */
export function stopHolding(): void {
	window.foyerEarly?.s();
	missed = (window.foyerEarly?.h ?? []).map(([kind, target]) => {
		const { value, checked } = target as HTMLInputElement;
		return { kind, target, value, isChecked: checked };
	});
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
