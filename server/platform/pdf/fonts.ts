/// <reference path="./subset-font.d.ts" />
import { readFile } from 'node:fs/promises';
import subsetFont from 'subset-font';
import { type FontFile, holdersOf } from '../preview-image/fonts.ts';
import { clustersOf } from '../text/transliterate.ts';

export type Weight = 400 | 650;

const made = new Map<string, Promise<Buffer>>();

/**
 * A font file as PDF readers take it: one weight of the variable font, as TrueType. Cached, since making one takes longer than drawing
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

/**
 * The file that draws each cluster of a text: all its letters and marks, since a mark is placed by the font of its letter.
 * @returns clusters without such a file are left out
 */
export async function findFonts(text: string): Promise<Map<string, FontFile>> {
	const holders = await holdersOf(text);
	const fonts = new Map<string, FontFile>();
	for (const cluster of new Set(clustersOf(text))) {
		const letters = [...cluster].map((character) => ({
			isNeeded: !/[\p{Cf}\p{Emoji_Modifier}]|\p{Variation_Selector}/u.test(character),
			files: (holders.get(character) ?? []).filter(({ family }) => family !== 'Display'),
		}));
		const needed = letters.filter(({ isNeeded }) => isNeeded);
		const file = needed[0]?.files.find((one) => needed.every(({ files }) => files.includes(one)));
		if (file) fonts.set(cluster, file);
	}
	return fonts;
}
