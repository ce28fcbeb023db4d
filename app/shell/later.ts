import { useEffect, useSyncExternalStore } from 'react';
import { currentToasts, subscribeToToasts } from '#app/ui/toast-store.ts';

type Parts = typeof import('./later-parts.tsx');

let parts: Parts | null = null;
let isLoading = false;
const listeners = new Set<() => void>();
const SIGNS = ['pointerover', 'pointerdown', 'keydown', 'focusin'] as const;

function load() {
	if (parts || isLoading) return;
	isLoading = true;
	import('./later-parts.tsx').then(
		(loaded) => {
			parts = loaded;
			for (const listener of listeners) listener();
		},
		// Without a connection the next sign tries again.
		() => {
			isLoading = false;
		},
	);
}

function subscribe(listener: () => void) {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/**
 * Toasts and the mobile menu: null until somebody touches the page or a toast is due, so that a page which is only read
 * stays light. The region for toasts is there before the first of them, as screen readers need it.
 */
export function useLaterParts(): Parts | null {
	useEffect(() => {
		if (parts) return;
		const onToast = () => {
			if (currentToasts().length > 0) load();
		};
		onToast();
		const stopToasts = subscribeToToasts(onToast);
		for (const sign of SIGNS) document.addEventListener(sign, load, { passive: true });
		const stopListening = subscribe(() => {
			for (const sign of SIGNS) document.removeEventListener(sign, load);
		});
		return () => {
			stopToasts();
			stopListening();
			for (const sign of SIGNS) document.removeEventListener(sign, load);
		};
	}, []);
	return useSyncExternalStore(
		subscribe,
		() => parts,
		() => null,
	);
}
