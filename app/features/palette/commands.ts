/** One thing that the palette offers: a page to go to, or something to do. */
export interface Command {
	id: string;
	label: string;
	/** Beside the label: of what kind it is. */
	kind: string;
	/** Another search has found it for what is typed, which knows more spellings than its label shows. */
	isFound?: boolean;
	run(): void;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The commands that fit what is typed, best first: those that begin with it, those with a word that begins with it, those whose
 * letters come in this order. Accents and capitals do not matter. Nothing typed: all, as they are.
 */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
	const wanted = plain(typed.trim());
	if (wanted === '') return [...commands];
	const rankOf = ({ label, isFound }: Command): number => {
		const text = plain(label);
		if (text.startsWith(wanted)) return 0;
		if (text.split(/[\s/·-]+/).some((word) => word.startsWith(wanted))) return 1;
		if (text.includes(wanted)) return 2;
		return isFound || hasInOrder(text, wanted.replaceAll(' ', '')) ? 3 : Number.POSITIVE_INFINITY;
	};
	return commands
		.map((command, index) => ({ command, index, rank: rankOf(command) }))
		.filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
		.sort((a, b) => a.rank - b.rank || a.index - b.index)
		.map(({ command }) => command);
}

function hasInOrder(text: string, letters: string): boolean {
	let at = 0;
	for (const letter of letters) {
		at = text.indexOf(letter, at) + 1;
		if (at === 0) return false;
	}
	return true;
}
