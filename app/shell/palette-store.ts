import type { CommandPalette } from '#app/features/palette/command-palette.tsx';

/** The command menu opens from anywhere; it is loaded when it is first opened. */
export interface PaletteState {
	Palette: typeof CommandPalette | null;
	isOpen: boolean;
}

let state: PaletteState = { Palette: null, isOpen: false };
const listeners = new Set<() => void>();

function change(part: Partial<PaletteState>) {
	state = { ...state, ...part };
	for (const listener of [...listeners]) listener();
}

/** Opens it, or closes it where it is open; palette-key.tsx shows it. Nothing opens without a connection; the offline notice says why. */
export async function togglePalette(): Promise<void> {
	const Palette =
		state.Palette ??
		(await import('#app/features/palette/command-palette.tsx').then(
			(module) => module.CommandPalette,
			() => null,
		));
	if (Palette) change({ Palette, isOpen: !state.isOpen });
}

export const closePalette = () => change({ isOpen: false });

export function subscribeToPalette(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export const paletteState = (): PaletteState => state;
