/**
 * Letters that are written with two where a keyboard has no others: Mueller is Müller, Soerensen is Sørensen, Aaberg is Åberg. After these
 * letters "ue" is no ü: Bauer, Monique, neue.
 */
const digraph = /(?<![aeq])(?:ae|oe|ue)|aa/g;
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** The letters that two stand for. */
const joined: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü', aa: 'å' };

/** More places double what a search looks for. */
const maxPlaces = 3;
/** Shorter words stand in nearly every name: Sue is not everybody with "su". */
const shortest = 3;

/**
 * A word as names may spell it, as it was typed first. Compared without accents and case, so that `muller` finds all that `müller` does.
 * @returns at most eight
 */
export function spellingsOf(word: string): string[] {
	const text = word.normalize('NFC').toLowerCase();
	let places = 0;
	let spellings = [''];
	let at = 0;
	for (const match of text.matchAll(
		new RegExp(`${digraph.source}|[${Object.keys(umlauts).join('')}]`, 'g'),
	)) {
		if (places === maxPlaces) break;
		places += 1;
		const [found] = match;
		const before = text.slice(at, match.index);
		const other = umlauts[found] ?? found.charAt(0);
		spellings = spellings.flatMap((start) => [`${start}${before}${found}`, `${start}${before}${other}`]);
		at = match.index + found.length;
	}
	const rest = text.slice(at);
	const [, ...others] = spellings.map((start) => start + rest);
	return [word, ...others.filter((other) => other.length >= shortest)];
}

/** A word with its umlauts as one letter each, for texts that are compared as they are: Müller for Mueller. */
export const withUmlauts = (word: string): string =>
	word
		.normalize('NFC')
		.toLowerCase()
		.replaceAll(digraph, (two) => joined[two] ?? two);
