import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/**
 * Cuts the two faces of the product down to what its pages show: the letters that most visitors read, the weights that the style
 * sheet uses, the features that it names. Run when a face is updated: `node scripts/make-fonts.ts`. Why stands in
 * docs/decisions/022-light-public-pages.md.
 */
const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'app/ui/fonts');

/** What app/ui/styles/fonts.css calls `latin`: every page loads it. */
const LATIN =
	'U+0020-007E,U+00A0-00FF,U+2009,U+2013-2014,U+2018-201A,U+201C-201E,U+2020,U+2022,U+2026,U+202F,U+2039-203A,U+20AC,U+2122,U+2191,U+2193,U+2212';
/** The rest of what the faces' own Latin files hold. */
const RARE =
	'U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-2008,U+200A-2012,U+2015-2017,U+201B,U+201F,U+2021,U+2023-2025,U+2027-202E,U+2030-2038,U+203B-206F,U+2215,U+FEFF,U+FFFD';

const faces = [
	{
		name: 'inter',
		source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
		variationAxes: { wght: { min: 400, max: 650, default: 400 } },
		keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'cv11', 'ss03', 'tnum'],
	},
	{
		name: 'bricolage',
		source: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
		variationAxes: { wght: 650 },
		keepFeatures: ['kern', 'mark', 'ccmp', 'locl', 'liga'],
	},
];

/** The characters of a `unicode-range`. */
function charactersOf(range: string): string {
	return range
		.split(',')
		.flatMap((part) => {
			const [first = 0, last = first] = part
				.slice(2)
				.split('-')
				.map((code) => Number.parseInt(code, 16));
			return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
		})
		.join('');
}

for (const { name, source, ...cut } of faces) {
	const whole = await readFile(join(ROOT, 'node_modules', source));
	for (const [part, range] of Object.entries({ latin: LATIN, rare: RARE })) {
		const font = await subsetFont(whole, charactersOf(range), {
			...cut,
			targetFormat: 'woff2',
			noHinting: true,
		});
		await writeFile(join(TARGET, `${name}-${part}.woff2`), font);
		console.log(`${name}-${part}: ${whole.byteLength} bytes to ${font.byteLength}`);
	}
}
