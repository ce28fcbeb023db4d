import { clustersOf } from '../text/transliterate.ts';
import { isRightToLeft, levelsOf, mirrorOf } from './bidi.ts';

/** A piece of a line that is drawn with one font in one direction. */
export interface Run<Font> {
	text: string;
	font: Font;
	isRightToLeft: boolean;
}

/**
 * A line cut into runs, in the order in which they stand on paper from left to right.
 * @param fontOf the font of what a reader sees as one letter
 */
export function visualRuns<Font>(line: string, fontOf: (cluster: string) => Font): Run<Font>[] {
	const clusters = clustersOf(line);
	const levels = levelsOf(clusters, isRightToLeft(line) ? 1 : 0);
	const runs: { clusters: string[]; font: Font; level: number }[] = [];
	for (const [at, cluster] of clusters.entries()) {
		const level = levels[at] as number;
		const shown = level % 2 === 1 ? mirrorOf(cluster) : cluster;
		const font = fontOf(shown);
		const last = runs.at(-1);
		if (last?.font === font && last.level === level) last.clusters.push(shown);
		else runs.push({ clusters: [shown], font, level });
	}
	for (let level = Math.max(0, ...levels); level > 0; level -= 1) reverseFrom(runs, level);
	return runs.map(({ clusters: pieces, font, level }) => {
		const text = pieces.join('');
		// The font's own layout turns runs with letters of such a script, and no others.
		const isTurned = level % 2 === 1 && !isTurnedByLayout.test(text);
		return { text: isTurned ? pieces.toReversed().join('') : text, font, isRightToLeft: level % 2 === 1 };
	});
}

const isTurnedByLayout = /\p{L}/u;

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
