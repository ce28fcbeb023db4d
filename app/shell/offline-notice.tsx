import { useLingui } from '@lingui/react';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
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
	const isShown = !isOnline && !OWN_INDICATOR.test(pathname);
	return (
		<div
			role="status"
			className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center px-4"
			data-print="hide"
		>
			{isShown ? (
				<p className="floating flex items-center gap-2 rounded-full bg-ink px-4 py-2 text-sm text-paper shadow-float">
					<Icon icon={WifiOff} />
					{catalogueText(i18n, 'NETWORK_OFFLINE')}
				</p>
			) : null}
		</div>
	);
}
