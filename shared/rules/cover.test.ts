import { createHash } from 'node:crypto';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { coverHue, HUE_PAIRS } from './cover/hues.ts';
import { COVER_FAMILIES, coverFamily, makeAvatar, makeCover, makeVenuePicture } from './cover.ts';

const WIDE = { width: 960, height: 540 };
const events = Array.from({ length: 400 }, (_, index) => ({
	seed: `0193-${index}`,
	category: ['music', 'technology', 'food'][index % 3],
	day: 1 + (index % 31),
}));

/** The picture as pixels; throws when the text is not a well-formed SVG document. */
async function paint(svg: string) {
	return sharp(Buffer.from(svg)).resize(48, 27, { fit: 'fill' }).removeAlpha().raw().toBuffer();
}

describe('makeCover', () => {
	test('is the same for the same event, also on another day of writing this', () => {
		const from = { seed: '0193d7a2-0000-7000-8000-000000000001', category: 'music', day: 21 };
		expect(makeCover(from, WIDE)).toBe(makeCover({ ...from }, WIDE));
		const digest = createHash('sha256').update(makeCover(from, WIDE)).digest('hex').slice(0, 16);
		// Changes when the drawing changes: then every event on every installation looks different after the upgrade.
		expect(digest).toMatchInlineSnapshot(`"762865bb35f8f9e1"`);
	});

	test('differs by seed and by category', () => {
		const pictures = events.slice(0, 100).map((event) => makeCover(event, WIDE));
		expect(new Set(pictures).size).toBe(100);
		expect(makeCover({ seed: 'a', category: 'music' }, WIDE)).not.toBe(
			makeCover({ seed: 'a', category: 'food' }, WIDE),
		);
	});

	test('every family and every pair of hues comes up, none of them rarely', () => {
		const families = Map.groupBy(events, coverFamily);
		for (const family of COVER_FAMILIES)
			expect(families.get(family)?.length, family).toBeGreaterThan(400 / 6 / 2);
		const hues = new Set(events.map(coverHue));
		expect(hues.size).toBe(new Set(HUE_PAIRS.map(([hue]) => hue)).size);
	});

	test('without a day there are no numerals', () => {
		expect(events.map(({ seed }) => coverFamily({ seed }))).not.toContain('poster');
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
				fc.string({ unit: 'binary' }),
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
