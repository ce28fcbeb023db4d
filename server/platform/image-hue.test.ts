import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pictureHue } from './image-hue.ts';

const plain = (background: string) =>
	sharp({ create: { width: 120, height: 80, channels: 3, background } })
		.png()
		.toBuffer();

test.each([
	// Hues of the sRGB primaries in OKLCH: 29, 142, 264.
	['#ff0000', 29],
	['#00ff00', 142],
	['#0000ff', 264],
])('%s', async (colour, hue) => {
	expect(Math.abs((await pictureHue(await plain(colour)))! - hue)).toBeLessThanOrEqual(6);
});

test('a grey picture has none, and a spot of colour on white is found', async () => {
	// Nearly grey gives a page no colour: stone, and yellowed paper.
	for (const grey of ['#808080', '#8f887d', '#b3a88f'])
		expect(await pictureHue(await plain(grey))).toBeNull();
	const spot = await sharp(await plain('#ffffff'))
		.composite([
			{
				input: await sharp(await plain('#0055ff'))
					.resize(30, 30)
					.toBuffer(),
				left: 5,
				top: 5,
			},
		])
		.png()
		.toBuffer();
	expect(Math.abs((await pictureHue(spot))! - 262)).toBeLessThanOrEqual(12);
});
