import { useEffect, useSyncExternalStore } from 'react';
import { currentToasts, subscribeToToasts } from '#app/ui/toast-store.ts';

type Parts = typeof import('./idle-loaded-parts.tsx');

let parts: Parts | null = null;
let loading: Promise<Parts | null> | null = null;
const listeners = new Set<() => void>();
const SIGNS = ['pointerover', 'pointerdown', 'keydown', 'focusin'] as const;
/** A page that is only read has them after this, for when the connection goes. */
const LATEST_MS = 5_000;

/** Loads them now; null without a connection, and the next sign tries again. */
export function loadIdleParts(): Promise<Parts | null> {
	loading ??= import('./idle-loaded-parts.tsx').then(
		(loaded) => {
			parts = loaded;
			loaded.startConsoleBuffer();
			for (const listener of listeners) listener();
			return loaded;
		},
		() => {
			loading = null;
			return null;
		},
	);
	return loading;
}

const load = () => void loadIdleParts();

function subscribe(listener: () => void) {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/**
 * Toasts, notices, the mobile menu, the feedback widget: null until somebody touches the page, a toast is due, or the page
 * has been there for some seconds, so that what is seen first is light. The region for toasts is there before the first of
 * them, as screen readers need it.
 */
export function useIdleParts(): Parts | null {
	useEffect(() => {
		if (parts) return;
		const onToast = () => {
			if (currentToasts().length > 0) load();
		};
		onToast();
		const stopToasts = subscribeToToasts(onToast);
		const timer = setTimeout(load, LATEST_MS);
		for (const sign of SIGNS) document.addEventListener(sign, load, { passive: true });
		const stopListening = subscribe(() => {
			for (const sign of SIGNS) document.removeEventListener(sign, load);
		});
		return () => {
			clearTimeout(timer);
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
