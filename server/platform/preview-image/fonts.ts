import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Renderer } from 'takumi-js/node';
import { charactersOfWoff2 } from './woff2-characters.ts';

/**
 * Faces in the order in which they are tried. Each is split into files by script, and only the files that a text needs are
 * read. `only` names the one subset of interest: such packages bring Latin and symbols of their own, which others do better.
 */
const FAMILIES = [
	{ family: 'Display', folder: 'bricolage-grotesque' },
	{ family: 'Text', folder: 'inter' },
	{ family: 'Arabic', folder: 'vazirmatn', only: 'arabic' },
	{ family: 'Hebrew', folder: 'noto-sans-hebrew', only: 'hebrew' },
	{ family: 'Thai', folder: 'noto-sans-thai', only: 'thai' },
	{ family: 'Devanagari', folder: 'noto-sans-devanagari', only: 'devanagari' },
	{ family: 'Georgian', folder: 'noto-sans-georgian', only: 'georgian' },
	{ family: 'Armenian', folder: 'noto-sans-armenian', only: 'armenian' },
	{ family: 'Symbols', folder: 'noto-emoji' },
	{ family: 'Hangul', folder: 'noto-sans-kr' },
	{ family: 'Han', folder: 'noto-sans-sc' },
] satisfies { family: string; folder: string; only?: string }[];

/** The font stack of titles and of everything else. */
export const DISPLAY_STACK = FAMILIES.map(({ family }) => family).join(', ');
export const TEXT_STACK = FAMILIES.slice(1)
	.map(({ family }) => family)
	.join(', ');

export interface FontFile {
	family: string;
	path: string;
	ranges: [number, number][];
}

const require = createRequire(import.meta.url);

function parseRanges(text: string): [number, number][] {
	return text.split(',').map((range) => {
		const [from, to] = range.trim().slice(2).split('-');
		return [Number.parseInt(from!, 16), Number.parseInt(to ?? from!, 16)];
	});
}

let listed: Promise<FontFile[]> | undefined;

/** Every file of every family with the characters that it is announced for; it may lack some of them. */
function listFontFiles(): Promise<FontFile[]> {
	listed ??= Promise.all(
		FAMILIES.map(async ({ family, folder, only }: { family: string; folder: string; only?: string }) => {
			const root = dirname(require.resolve(`@fontsource-variable/${folder}/package.json`));
			const subsets: Record<string, string> = JSON.parse(await readFile(join(root, 'unicode.json'), 'utf8'));
			const chosen = Object.entries(subsets).filter(([subset]) => only === undefined || subset === only);
			return chosen.map(([subset, ranges]) => ({
				family,
				path: join(root, 'files', `${folder}-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
				ranges: parseRanges(ranges),
			}));
		}),
	).then((files) => files.flat());
	return listed;
}

const characters = new Map<string, Promise<Set<number>>>();

/** The characters that a file has a glyph for. Cached: the files that the product ships bound how many there are. */
function charactersOf({ path }: FontFile): Promise<Set<number>> {
	const known = characters.get(path) ?? readFile(path).then(charactersOfWoff2);
	characters.set(path, known);
	known.catch(() => characters.delete(path));
	return known;
}

/**
 * The files that draw each character of a text, in the order of the families. By what is in the files: those of Latin letters are
 * announced for many that they lack.
 */
export async function holdersOf(text: string): Promise<Map<string, FontFile[]>> {
	const files = await listFontFiles();
	const holders = new Map<string, FontFile[]>();
	for (const character of new Set(text)) {
		const point = character.codePointAt(0) as number;
		const announced = files.filter(({ ranges }) => ranges.some(([from, to]) => point >= from && point <= to));
		const drawn = await Promise.all(announced.map(async (file) => (await charactersOf(file)).has(point)));
		holders.set(
			character,
			announced.filter((_, index) => drawn[index]),
		);
	}
	return holders;
}

/** The same as ranges, for a renderer that chooses between the files of a family. */
async function rangesOf(file: FontFile): Promise<[number, number][]> {
	const ranges: [number, number][] = [];
	for (const point of [...(await charactersOf(file))].toSorted((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last && last[1] === point - 1) last[1] = point;
		else ranges.push([point, point]);
	}
	return ranges;
}

/** Marks and joiners that steer other characters: drawn by no font of their own. */
const isSilent = (character: string) => /[\p{M}\p{Cf}\p{Z}\p{Cc}\p{Emoji_Modifier}]/u.test(character);

/**
 * Makes the renderer able to draw a text: registers the files that hold its characters.
 * @returns the characters that no file holds
 */
export async function loadFontsFor(
	renderer: Renderer,
	registered: Set<string>,
	text: string,
): Promise<Set<string>> {
	const wanted = new Set<FontFile>();
	const missing = new Set<string>();
	for (const [character, holders] of await holdersOf(text)) {
		// The display face and the first other one: small text is never set in the display face.
		const display = holders.find((file) => file.family === 'Display');
		const other = holders.find((file) => file.family !== 'Display');
		if (display) wanted.add(display);
		if (other) wanted.add(other);
		else if (!isSilent(character)) missing.add(character);
	}
	for (const file of wanted) {
		if (registered.has(file.path)) continue;
		registered.add(file.path);
		await renderer.registerFont({
			name: file.family,
			data: await readFile(file.path),
			unicodeRange: await rangesOf(file),
		});
	}
	return missing;
}
