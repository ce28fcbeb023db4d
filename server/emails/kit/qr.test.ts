import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { readBarcodes } from 'zxing-wasm/reader';
import { loadEngine } from '#tests/support/scan-pictures.ts';
import { ticketQrPng } from './qr.ts';

beforeAll(loadEngine);

test('the picture is read back as the code, with its quiet zone', async () => {
	const code = '3QSX8H2K4M6N7P9R0T1V5W2YZA';
	const { png, pixels } = ticketQrPng(code);
	expect(pixels).toBe(264);
	const image = sharp(png).ensureAlpha();
	const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
	expect([info.width, info.height]).toEqual([528, 528]);
	const [found] = await readBarcodes(
		{
			data: new Uint8ClampedArray(data),
			width: info.width,
			height: info.height,
			colorSpace: 'srgb',
		} as ImageData,
		{ formats: ['QRCode'] },
	);
	expect(found?.text).toBe(code);
	expect(found?.ecLevel).toBe('Q');
	expect(found?.position.topLeft.x).toBeGreaterThanOrEqual(4 * 16 - 1);
	expect(png.byteLength).toBeLessThan(1500);
});

test('whatever the code, the fixed mask leaves it readable', async () => {
	const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
	const codes = Array.from({ length: 40 }, (_, n) =>
		n < letters.length
			? (letters[n] as string).repeat(26)
			: Array.from({ length: 26 }, (_, at) => letters[(n * 7 + at * at * 11) % 32]).join(''),
	);
	for (const code of codes) {
		const image = await sharp(ticketQrPng(code).png)
			.ensureAlpha()
			.raw()
			.toBuffer({ resolveWithObject: true });
		const { width, height } = image.info;
		const picture = {
			data: new Uint8ClampedArray(image.data),
			width,
			height,
			colorSpace: 'srgb',
		} as ImageData;
		expect((await readBarcodes(picture, { formats: ['QRCode'] }))[0]?.text).toBe(code);
	}
});
