import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Renderer } from 'takumi-js/node';

/**
 * Faces in the order in which they are asked. Each is split into files by script, and only the files that a text needs are
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

/** Every file of every family with the characters it draws. */
export function listFontFiles(): Promise<FontFile[]> {
	listed ??= Promise.all(
		FAMILIES.map(async ({ family, folder, only }: { family: string; folder: string; only?: string }) => {
			const root = dirname(require.resolve(`@fontsource-variable/${folder}/package.json`));
			const subsets: Record<string, string> = JSON.parse(await readFile(join(root, 'unicode.json'), 'utf8'));
			const kept = Object.entries(subsets).filter(([subset]) => only === undefined || subset === only);
			return kept.map(([subset, ranges]) => ({
				family,
				path: join(root, 'files', `${folder}-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
				ranges: parseRanges(ranges),
			}));
		}),
	).then((files) => files.flat());
	return listed;
}

export const covers = (file: FontFile, point: number) =>
	file.ranges.some(([from, to]) => point >= from && point <= to);

/** Marks and joiners that steer other characters: drawn by no font of their own. */
export const isSilent = (character: string) => /[\p{M}\p{Cf}\p{Z}\p{Cc}\p{Emoji_Modifier}]/u.test(character);

/**
 * Makes the renderer able to draw a text: registers the files that hold its characters.
 * @returns the characters that no file holds
 */
export async function loadFontsFor(
	renderer: Renderer,
	registered: Set<string>,
	text: string,
): Promise<Set<string>> {
	const files = await listFontFiles();
	const wanted = new Set<FontFile>();
	const missing = new Set<string>();
	for (const character of new Set(text)) {
		const point = character.codePointAt(0)!;
		const holders = files.filter((file) => covers(file, point));
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
			unicodeRange: file.ranges,
		});
	}
	return missing;
}
