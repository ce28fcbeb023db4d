import { useLingui } from '@lingui/react';
import { WifiOff } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { catalogueText } from '#app/lib/error-text.ts';
import { Icon } from '#app/ui/icon.tsx';

function subscribe(listener: () => void) {
	window.addEventListener('online', listener);
	window.addEventListener('offline', listener);
	return () => {
		window.removeEventListener('online', listener);
		window.removeEventListener('offline', listener);
	};
}

/** Scanners work without a connection and say so themselves. */
const OWN_INDICATOR = /^\/(scan|staff-scanner|staff-access|qr-scanner)(\/|$)/;

/** A quiet line at the lower edge while the browser has no connection. */
export function OfflineNotice() {
	const { pathname } = useLocation();
	const { i18n } = useLingui();
	const isOnline = useSyncExternalStore(
		subscribe,
		() => navigator.onLine,
		() => true,
	);
	const text = catalogueText(i18n, 'NETWORK_OFFLINE');
	useEffect(() => {
		if (isOnline) return;
		const stay = (event: MouseEvent) => {
			if (leadsToAnotherScreen(event)) event.preventDefault();
		};
		document.addEventListener('click', stay, true);
		return () => document.removeEventListener('click', stay, true);
	}, [isOnline]);
	const isShown = !isOnline && !OWN_INDICATOR.test(pathname);
	return (
		<div
			role="status"
			className="lost-connection pointer-events-none fixed inset-x-0 z-40 flex justify-center px-4"
			data-print="hide"
		>
			{isShown ? (
				<p className="floating flex items-center gap-2 rounded-full bg-ink px-4 py-2 text-sm text-paper shadow-float">
					<Icon icon={WifiOff} />
					{text}
				</p>
			) : null}
		</div>
	);
}

/**
 * Without a connection the files of another screen cannot be loaded, and the router would reload into the browser's own
 * error page: the visitor stays on the page that is there.
 */
function leadsToAnotherScreen(event: MouseEvent): boolean {
	const link = event.target instanceof Element ? event.target.closest('a') : null;
	if (!link || link.hasAttribute('download') || link.origin !== location.origin) return false;
	return link.pathname !== location.pathname;
}
