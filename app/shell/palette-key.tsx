import { useEffect, useState } from 'react';
import { openFeedback } from '#app/features/feedback/widget-store.ts';
import type { CommandPalette } from '#app/features/palette/command-palette.tsx';
import { useSession } from '#app/lib/session.ts';

/** Listens for Ctrl-K and Cmd-K while somebody is signed in; the palette is loaded when it is first asked for. */
export function PaletteKey() {
	const { user } = useSession();
	const [isOpen, setIsOpen] = useState(false);
	const [Palette, setPalette] = useState<typeof CommandPalette | null>(null);
	useEffect(() => {
		if (!user) return setIsOpen(false);
		const onKey = (event: KeyboardEvent) => {
			const isAsked =
				(event.ctrlKey || event.metaKey) &&
				!event.altKey &&
				!event.shiftKey &&
				event.key.toLowerCase() === 'k';
			if (!isAsked) return;
			event.preventDefault();
			import('#app/features/palette/command-palette.tsx').then(
				(module) => {
					setPalette(() => module.CommandPalette);
					setIsOpen((was) => !was);
				},
				() => {},
			);
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, [user]);
	return Palette && user ? (
		<Palette
			user={user}
			isOpen={isOpen}
			onClose={() => setIsOpen(false)}
			onFeedback={(type) => void openFeedback(type)}
		/>
	) : null;
}
