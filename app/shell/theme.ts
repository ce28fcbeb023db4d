import { useSyncExternalStore } from 'react';

/** In localStorage; read before anything is painted (head-script.ts). */
export const THEME_KEY = 'theme';

export type Theme = 'system' | 'light' | 'dark';

const listeners = new Set<() => void>();

function read(): Theme {
	const { theme } = document.documentElement.dataset;
	return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Shows the choice at once and stores it for the next visit; `system` forgets it. */
export function setTheme(theme: Theme): void {
	const { dataset } = document.documentElement;
	if (theme === 'system') delete dataset.theme;
	else dataset.theme = theme;
	try {
		if (theme === 'system') localStorage.removeItem(THEME_KEY);
		else localStorage.setItem(THEME_KEY, theme);
	} catch {
		// A browser that forbids storage has the choice until the page is left.
	}
	for (const listener of listeners) listener();
}

/** The visitor's choice; null on the server and in the first render. */
export function useTheme(): Theme | null {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		read,
		() => null,
	);
}
