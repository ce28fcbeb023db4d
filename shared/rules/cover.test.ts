import { createHash } from 'node:crypto';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { coverHue, HUE_PAIRS, huesOf } from './cover/hues.ts';
import { COVER_FAMILIES, coverFamily, makeAvatar, makeCover, makeVenuePicture } from './cover.ts';
import { eventCategories } from './event-categories.ts';

/** Any character, also half a surrogate pair: the unit "binary" of fast-check prepares tables for seconds. */
const anyUnit = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const WIDE = { width: 960, height: 540 };
const events = Array.from({ length: 1_200 }, (_, index) => ({
	seed: `0193-${index}`,
	category: eventCategories[index % eventCategories.length]!,
}));

/** The picture as pixels; throws when the text is not a well-formed SVG document. */
async function paint(svg: string) {
	return sharp(Buffer.from(svg)).resize(48, 27, { fit: 'fill' }).removeAlpha().raw().toBuffer();
}

/** Whether the ground of a picture, its first fill, is brown or nearly black. */
function isMurky(svg: string): boolean {
	const [, red = '', green = '', blue = ''] = /fill="#(..)(..)(..)"/.exec(svg) ?? [];
	return (
		0.3 * Number.parseInt(red, 16) + 0.59 * Number.parseInt(green, 16) + 0.11 * Number.parseInt(blue, 16) < 80
	);
}

describe('makeCover', () => {
	test('is the same for the same event, also on another day of writing this', () => {
		const from = { seed: '0193d7a2-0000-7000-8000-000000000001', category: 'music' };
		expect(makeCover(from, WIDE)).toBe(makeCover({ ...from }, WIDE));
		const digest = createHash('sha256').update(makeCover(from, WIDE)).digest('hex').slice(0, 16);
		// Changes when the drawing changes: then every event on every installation looks different after the upgrade.
		expect(digest).toMatchInlineSnapshot(`"45305793467a8dec"`);
	});

	test('differs by seed and by category', () => {
		const pictures = events.slice(0, 100).map((event) => makeCover(event, WIDE));
		expect(new Set(pictures).size).toBe(100);
		expect(makeCover({ seed: 'a', category: 'music' }, WIDE)).not.toBe(
			makeCover({ seed: 'a', category: 'food' }, WIDE),
		);
	});

	test('every way to draw and every pair of hues comes up', () => {
		expect(new Set(events.map(coverFamily))).toEqual(new Set(COVER_FAMILIES));
		const pairs = new Set(events.map(({ seed }) => huesOf({ seed })));
		expect(pairs.size).toBe(HUE_PAIRS.length);
	});

	test('a category has pictures and colours of its own', () => {
		const of = (category: string) => events.map(({ seed }) => ({ seed, category }));
		const familiesOf = (category: string) => new Set(of(category).map(coverFamily));
		expect(familiesOf('music')).toEqual(new Set(['record', 'sound']));
		expect(familiesOf('food')).toEqual(new Set(['slices', 'table']));
		// What people celebrate is no map of hills, and not brown.
		for (const category of ['community', 'family', 'charity']) {
			expect(familiesOf(category).isDisjointFrom(new Set(['contours', 'hills', 'town']))).toBe(true);
			for (const from of of(category).slice(0, 60))
				expect([category, isMurky(makeCover(from, WIDE))]).toEqual([category, false]);
		}
		const pairs = eventCategories.map((category) => [...new Set(of(category).map(coverHue))].sort().join());
		expect(new Set(pairs).size).toBeGreaterThan(15);
	});

	test('no cover gives its page a brown or an olive', () => {
		const hues = [...events, ...events.map(({ seed }) => ({ seed }))].map(coverHue);
		expect(hues.filter((hue) => hue > 45 && hue < 120)).toEqual([]);
	});

	test('two events of one category on one day differ, and no picture shows the day', () => {
		const pictures = events.slice(0, 40).map(({ seed }) => makeCover({ seed, category: 'music' }, WIDE));
		expect(new Set(pictures).size).toBe(40);
	});

	test.each(COVER_FAMILIES)(
		'%s: well-formed, under 12 kB, nothing from outside, not one flat colour, in every format',
		async (family) => {
			const some = events.filter((event) => coverFamily(event) === family).slice(0, 12);
			for (const event of some) {
				for (const format of [
					WIDE,
					{ width: 1200, height: 630 },
					{ width: 400, height: 400 },
					{ width: 1125, height: 432 },
					{ width: 300, height: 500 },
				]) {
					const svg = makeCover(event, format);
					expect(Buffer.byteLength(svg)).toBeLessThan(12_000);
					expect(svg).not.toMatch(
						/<(?:script|image|use|foreignObject|text|style)\b|href|NaN|undefined|Infinity/,
					);
					expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|data:/);
				}
				const pixels = await paint(makeCover(event, WIDE));
				const shades = new Set(
					Array.from({ length: pixels.length / 3 }, (_, i) => pixels.readUIntBE(i * 3, 3)),
				);
				expect(shades.size).toBeGreaterThan(12);
			}
		},
	);

	test('no two pictures share the name of a definition, so that they can stand on one page', () => {
		const names = events
			.slice(0, 60)
			.map((event) => new Set(makeCover(event, { ...WIDE, hasGrain: true }).match(/(?<= id=")[^"]+/g)));
		const all = names.flatMap((set) => [...set]);
		expect(new Set(all).size).toBe(all.length);
	});

	test('grain is added only where it is asked for', () => {
		expect(makeCover(events[0]!, WIDE)).not.toContain('feTurbulence');
		expect(makeCover(events[0]!, { ...WIDE, hasGrain: true })).toContain('feTurbulence');
	});

	test('takes any seed and any format', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: anyUnit }),
				fc.integer({ min: 1, max: 4000 }),
				fc.integer({ min: 1, max: 4000 }),
				(seed, width, height) => {
					const svg = makeCover({ seed, category: seed }, { width, height });
					expect(svg).toMatch(/^<svg [^<>]*>.*<\/svg>$/s);
					expect(svg).not.toContain('NaN');
					expect(svg.length).toBeLessThan(12_000);
				},
			),
			{ numRuns: 25 },
		);
	});
});

describe('makeAvatar', () => {
	test('is the same for the same person and small', async () => {
		const picture = makeAvatar('ada@example.org', { size: 96 });
		expect(picture).toBe(makeAvatar('ada@example.org', { size: 96 }));
		expect(picture.length).toBeLessThan(1500);
		await paint(picture);
	});

	test.each(['<b>', '"&\'', '\u0000\u0008A', '\uD800', '😀', 'ع'])(
		'initials %j cannot break out of the picture',
		async (initials) => {
			const picture = makeAvatar('x', { size: 96, initials });
			expect(picture).not.toContain('<b>');
			await paint(picture);
		},
	);
});

test('a venue picture is doorways by day, the same each time', async () => {
	const picture = makeVenuePicture('Town hall', WIDE);
	expect(picture).toBe(makeVenuePicture('Town hall', WIDE));
	await paint(picture);
});
