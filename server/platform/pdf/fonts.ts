/// <reference path="./subset-font.d.ts" />
import { readFile } from 'node:fs/promises';
import subsetFont from 'subset-font';
import { covers, type FontFile, listFontFiles } from '../preview-image/fonts.ts';

export type Weight = 400 | 650;

const made = new Map<string, Promise<Buffer>>();

/**
 * A font file as PDF readers take it: one weight of the variable font, as TrueType. Kept, since making one takes longer than drawing
 * with it; the files that the product ships bound how many there are.
 */
export function trueTypeOf(file: FontFile, weight: Weight): Promise<Buffer> {
	const key = `${file.path} ${weight}`;
	const known = made.get(key);
	if (known) return known;
	const font = convert(file, weight);
	made.set(key, font);
	font.catch(() => made.delete(key));
	return font;
}

async function convert({ path, ranges }: FontFile, weight: Weight): Promise<Buffer> {
	const characters = ranges.flatMap(([from, to]) =>
		Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
	);
	return subsetFont(await readFile(path), characters.join(''), {
		targetFormat: 'truetype',
		variationAxes: { wght: weight },
	});
}

/** The file that draws a character in running text; undefined: none does. */
export async function createFileFinder(): Promise<(character: string) => FontFile | undefined> {
	const files = (await listFontFiles()).filter(({ family }) => family !== 'Display');
	return (character) => {
		const point = character.codePointAt(0) as number;
		return files.find((file) => covers(file, point));
	};
}
