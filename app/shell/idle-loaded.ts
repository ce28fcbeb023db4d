import { startTransition, useEffect, useState } from 'react';
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

/**
 * Toasts, notices, the mobile menu, the feedback widget: null until somebody touches the page, a toast is due, or the page
 * has been there for some seconds, so that what is seen first is light. The region for toasts is there before the first of
 * them, as screen readers need it.
 */
export function useIdleParts(): Parts | null {
	const [shown, setShown] = useState<Parts | null>(null);
	useEffect(() => {
		const stop = () => {
			clearTimeout(timer);
			stopToasts();
			listeners.delete(show);
			for (const sign of SIGNS) document.removeEventListener(sign, load);
		};
		const show = () => {
			stop();
			startTransition(() => setShown(parts));
		};
		const onToast = () => {
			if (currentToasts().length > 0) load();
		};
		const stopToasts = subscribeToToasts(onToast);
		const timer = setTimeout(load, LATEST_MS);
		for (const sign of SIGNS) document.addEventListener(sign, load, { passive: true });
		listeners.add(show);
		if (parts) show();
		else onToast();
		return stop;
	}, []);
	return shown;
}
