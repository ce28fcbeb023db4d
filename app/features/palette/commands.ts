import { spellingsOf } from '#shared/rules/search-spellings.ts';
import { fold } from '#shared/rules/text-search.ts';

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

/**
 * The commands that fit what is typed, best first: those that begin with it, those with a word that begins with it, those whose
 * letters come in this order. Accents, capitals and the spelling of umlauts do not matter. Nothing typed: all, as they are.
 */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
	const wanted = spellingsOf(typed.trim()).map(fold);
	if (wanted[0] === '') return [...commands];
	const rankOf = ({ label, isFound }: Command): number => {
		const text = fold(label);
		const rank = Math.min(...wanted.map((spelling) => rankIn(text, spelling)));
		return isFound ? Math.min(rank, 3) : rank;
	};
	return commands
		.map((command, index) => ({ command, index, rank: rankOf(command) }))
		.filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
		.sort((a, b) => a.rank - b.rank || a.index - b.index)
		.map(({ command }) => command);
}

/** How well a text fits; infinite where it does not. */
function rankIn(text: string, wanted: string): number {
	if (text.startsWith(wanted)) return 0;
	if (text.split(/[\s/·-]+/).some((word) => word.startsWith(wanted))) return 1;
	if (text.includes(wanted)) return 2;
	return hasInOrder(text, wanted.replaceAll(' ', '')) ? 3 : Number.POSITIVE_INFINITY;
}

function hasInOrder(text: string, letters: string): boolean {
	let at = 0;
	for (const letter of letters) {
		at = text.indexOf(letter, at) + 1;
		if (at === 0) return false;
	}
	return true;
}
