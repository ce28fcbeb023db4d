import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False on the server and in the first render of the browser, then true, before anybody can touch the page: for what a touch depends
 * on. What is only shown takes `useBrowserValue`, which does not hold the page up.
 */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}

/** What only the browser knows, read once; null on the server, in the first render, and until the page has time for it. */
export function useBrowserValue<Value>(read: () => Value): Value | null {
	const [value, setValue] = useState<Value | null>(null);
	useEffect(() => startTransition(() => setValue(read)), []);
	return value;
}
