/** A piece of a line that is drawn with one font in one direction. */
export interface Run<Font> {
	text: string;
	font: Font;
	isRightToLeft: boolean;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const strong = /[\p{L}\p{N}]/u;

/**
 * A line cut into runs, in the order in which they stand on paper from left to right: the part of the Unicode Bidirectional Algorithm
 * that names, addresses and titles need (no explicit marks, no nested quotes).
 */
export function visualRuns<Font>(line: string, fontOf: (character: string) => Font): Run<Font>[] {
	const base = isRightToLeft(line) ? 1 : 0;
	const runs: (Run<Font> & { level: number | null })[] = [];
	for (const character of line) {
		const font = fontOf(character);
		const level = strong.test(character) ? levelOf(character, base) : null;
		const last = runs.at(-1);
		// A mark stays with its letter, whatever it would be alone.
		if (last && (/\p{M}/u.test(character) || (last.font === font && last.level === level)))
			last.text += character;
		else runs.push({ text: character, font, level, isRightToLeft: false });
	}
	const levels = runs.map(({ level }, index) => {
		if (level !== null) return level;
		const before = runs.slice(0, index).findLast((run) => run.level !== null)?.level ?? base;
		const after = runs.slice(index + 1).find((run) => run.level !== null)?.level ?? base;
		return before === after ? before : base;
	});
	const placed = runs.map(({ text, font }, index) => ({
		text,
		font,
		level: levels[index] as number,
		isRightToLeft: (levels[index] as number) % 2 === 1,
	}));
	for (let level = Math.max(0, ...levels); level > 0; level -= 1) reverseFrom(placed, level);
	return placed.map(({ level: _, ...run }) => run);
}

/** Whether the first letter that has a direction runs from right to left. */
export const isRightToLeft = (line: string): boolean => rightToLeft.test(/\p{L}/u.exec(line)?.[0] ?? '');

const levelOf = (character: string, base: number) => (rightToLeft.test(character) ? 1 : base * 2);

/** Turns around each row of neighbours of at least that level. */
function reverseFrom(runs: { level: number }[], level: number): void {
	let start = 0;
	while (start < runs.length) {
		if ((runs[start] as { level: number }).level < level) {
			start += 1;
			continue;
		}
		let end = start;
		while (end < runs.length && (runs[end] as { level: number }).level >= level) end += 1;
		runs.splice(start, end - start, ...runs.slice(start, end).reverse());
		start = end;
	}
}
