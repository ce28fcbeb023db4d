/**
 * How many single-letter errors apart two words are: a letter more, less or other, or two neighbours swapped (optimal string
 * alignment). Stops counting above `most`.
 */
export function errorsBetween(typed: string, word: string, most: number): number {
	const a = [...typed];
	const b = [...word];
	if (Math.abs(a.length - b.length) > most) return most + 1;
	let beforeLast: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const cost = a[i - 1] === b[j - 1] ? 0 : 1;
			let errors = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
				errors = Math.min(errors, beforeLast[j - 2]! + 1);
			}
			row.push(errors);
		}
		if (Math.min(...row) > most) return most + 1;
		beforeLast = last;
		last = row;
	}
	return last[b.length]!;
}

/** Errors that a word of this length is forgiven: none under four letters, one under six, else two. */
export function forgivenErrors(length: number): number {
	if (length < 4) return 0;
	return length < 6 ? 1 : 2;
}

/** The known words that a mistyped one most likely meant: those with the fewest errors, at most five. */
export function likelyWords(typed: string, candidates: string[]): string[] {
	const most = forgivenErrors(typed.length);
	const ranked = candidates
		.map((word) => ({ word, errors: errorsBetween(typed, word, most) }))
		.filter(({ errors }) => errors <= most)
		.sort((a, b) => a.errors - b.errors || (a.word < b.word ? -1 : 1));
	return ranked
		.filter(({ errors }) => errors === ranked[0]!.errors)
		.slice(0, 5)
		.map(({ word }) => word);
}
