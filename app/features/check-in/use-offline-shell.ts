import { useEffect, useState } from 'react';
import { DOOR_SCOPES, TAKE_OVER } from '#app/service-worker/door-pages.ts';

/** Whether the door's pages can be opened without a network. */
export type OfflineShell = 'unknown' | 'installing' | 'ready' | 'unsupported';

/**
 * Registers the service worker for check-in paths and returns its progress. A newer build takes over while a page is being opened, never
 * while staff scan.
 */
export function useOfflineShell(): OfflineShell {
	const [shell, setShell] = useState<OfflineShell>('unknown');
	useEffect(() => {
		let isOver = false;
		register()
			.then((next) => {
				if (!isOver) setShell(next);
			})
			.catch(() => {
				if (!isOver) setShell('unsupported');
			});
		setShell((now) => (now === 'unknown' ? 'installing' : now));
		return () => {
			isOver = true;
		};
	}, []);
	return shell;
}

async function register(): Promise<OfflineShell> {
	// In development files have no hash and change under the page.
	if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return 'unsupported';
	const registrations = await Promise.all(
		DOOR_SCOPES.map((scope) => navigator.serviceWorker.register('/door-worker.js', { scope })),
	);
	for (const { waiting } of registrations) waiting?.postMessage(TAKE_OVER);
	await Promise.all(registrations.map(isActive));
	// Browsers clear what is stored for pages that are rarely seen, unless the page requests that it stays.
	void navigator.storage?.persist?.().catch(() => false);
	return 'ready';
}

function isActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
	const worker = active ?? waiting ?? installing;
	return new Promise((resolve, reject) => {
		if (!worker) return reject(new Error('no worker'));
		const look = () => {
			if (worker.state === 'activated') resolve();
			else if (worker.state === 'redundant') reject(new Error('not installed'));
		};
		worker.addEventListener('statechange', look);
		look();
	});
}
