import { useEffect, useSyncExternalStore } from 'react';
import { openFeedback } from '#app/features/feedback/widget-store.ts';
import { useSession } from '#app/lib/session.ts';
import { closePalette, paletteState, subscribeToPalette, togglePalette } from './palette-store.ts';

/** Shows the command menu, and listens for Ctrl-K and Cmd-K, while somebody is signed in. */
export function PaletteKey() {
	const { user } = useSession();
	const { Palette, isOpen } = useSyncExternalStore(subscribeToPalette, paletteState);
	useEffect(() => {
		if (!user) return closePalette();
		const onKey = (event: KeyboardEvent) => {
			const isShortcut =
				(event.ctrlKey || event.metaKey) &&
				!event.altKey &&
				!event.shiftKey &&
				event.key.toLowerCase() === 'k';
			if (!isShortcut) return;
			event.preventDefault();
			void togglePalette();
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, [user]);
	return Palette && user ? (
		<Palette
			user={user}
			isOpen={isOpen}
			onClose={closePalette}
			onFeedback={(type) => void openFeedback(type)}
		/>
	) : null;
}
