import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { Renderer } from 'takumi-js/node';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeCover } from '#shared/rules/cover.ts';
import { loadFontsFor } from './fonts.ts';
import { type PreviewInput, renderPreview } from './render.ts';
import { createPreviewImages } from './store.ts';

const cover = makeCover({ seed: 'preview', category: 'music' }, { width: 1200, height: 630 });
const input: PreviewInput = {
	title: 'Riverside Night Market',
	date: 'Saturday, November 21, 2026',
	time: '7:30 PM UTC+1 (Berlin)',
	place: 'Town Hall, Berlin',
	tile: { month: 'Nov', day: '21' },
	productName: 'Foyer',
	cover,
	hue: 205,
};

async function pixelsOf(png: Buffer, region?: { left: number; top: number; width: number; height: number }) {
	const image = sharp(png).greyscale();
	return (region ? image.extract(region) : image).raw().toBuffer();
}

describe('renderPreview', () => {
	test('is a PNG of 1200 by 630, small enough for every messenger', async () => {
		const png = await renderPreview(input);
		expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
		expect(png.byteLength).toBeLessThan(300_000);
	});

	test('keeps every word inside the square in the middle', async () => {
		const [one, other] = await Promise.all(
			['Riverside Night Market', 'Something Else Entirely'].map((title) =>
				renderPreview({ ...input, title, place: title, date: title }),
			),
		);
		// Outside the square nothing depends on the words, inside it does.
		for (const left of [0, 915]) {
			const side = { left, top: 0, width: 285, height: 630 };
			expect(await meanDifference(one!, other!, side)).toBeLessThan(2);
		}
		expect(
			await meanDifference(one!, other!, { left: 285, top: 0, width: 630, height: 630 }),
		).toBeGreaterThan(3);
	});

	test.each([
		['nothing', ''],
		['blanks', '  \n\t '],
		['a word without end', 'W'.repeat(300)],
		['a novel', 'The quick brown fox jumps over the lazy dog. '.repeat(40)],
		['markup', '<script>alert(1)</script> &amp; {{x}}'],
		['control characters', 'a\u0000b\u0007c\u202Ed\u2028e'],
		['a lone surrogate', 'x\uD800y'],
		['piled accents', 'Z̷̡̛͎̪͔̟̈́͗̽̇a̵̧̛̗͎͒̑͌ļ̴̤͓͊̿̅g̶̛̦͔͍̈́̈́ǫ̸̛̲̺̽̂'],
		['emoji joined and tinted', '👩‍🔬👨‍👩‍👧‍👦👍🏽🏳️‍🌈🇲🇽'],
		['scripts without a font', 'ᠮᠣᠩᠭᠣᠯ ᏣᎳᎩ ꦧꦱ'],
		['private characters', '\uE000\u{F0000}\uFFFF'],
	])('draws %s', async (_, title) => {
		const png = await renderPreview({
			...input,
			title,
			place: title,
			date: title,
			time: title,
			notice: title,
			tile: { month: title, day: title },
		});
		expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 });
	});

	test('an uploaded picture fills the ground; one that cannot be read gives way to a plain one', async () => {
		const photo = await sharp({ create: { width: 300, height: 900, channels: 3, background: '#0a7d3c' } })
			.jpeg()
			.toBuffer();
		const corner = { left: 10, top: 10, width: 20, height: 20 };
		const drawn = await sharp(await renderPreview({ ...input, cover: photo }))
			.extract(corner)
			.stats();
		expect(drawn.channels[1]!.mean).toBeGreaterThan(drawn.channels[0]!.mean + 60);
		const plain = await renderPreview({ ...input, cover: new TextEncoder().encode('not a picture') });
		expect((await sharp(plain).extract(corner).stats()).isOpaque).toBe(true);
	});
});

async function meanDifference(
	a: Buffer,
	b: Buffer,
	region: { left: number; top: number; width: number; height: number },
) {
	const [one, other] = await Promise.all([pixelsOf(a, region), pixelsOf(b, region)]);
	return one.reduce((sum, value, index) => sum + Math.abs(value - other[index]!), 0) / one.length;
}

test.each([
	'Riverside Čaj ở Việt Nam',
	'Ελλάδα Москва Київ',
	'مهرجان الليل في القاهرة گچپژ',
	'ערב שירה',
	'თბილისი',
	'Հայաստան',
	'ก้าวแรก งานวิ่ง',
	'हिन्दी कार्यक्रम',
	'東京祭り イベント さくら',
	'北京活动 臺灣會議',
	'한국어 행사',
	'🎉 ⚡ ♥ 🇲🇽 👩‍🔬',
])('has fonts for %s', async (text) => {
	expect([...(await loadFontsFor(new Renderer(), new Set(), text))]).toEqual([]);
});

describe('createPreviewImages', () => {
	let directory: string;
	beforeAll(async () => {
		directory = await mkdtemp(join(tmpdir(), 'previews-'));
	});
	afterAll(() => rm(directory, { recursive: true }));

	test('draws once, however many ask, and then reads the disk', async () => {
		const images = createPreviewImages(directory);
		const read = vi.fn(async () => input);
		const [a, b] = await Promise.all([images.get('abc123', read), images.get('abc123', read)]);
		expect(a).toBe(b);
		expect(read).toHaveBeenCalledTimes(1);
		const again = await createPreviewImages(directory).get('abc123', read);
		expect(again.equals(a)).toBe(true);
		expect(read).toHaveBeenCalledTimes(1);
		expect(await readdir(directory)).toEqual(['abc123.png']);
	});

	test('a failure is not cached', async () => {
		const images = createPreviewImages(directory);
		await expect(images.get('def', () => Promise.reject(new Error('no such event')))).rejects.toThrow(
			'no such event',
		);
		expect((await images.get('def', async () => input)).byteLength).toBeGreaterThan(1000);
	});

	test('still draws where nothing can be written', async () => {
		const file = join(directory, 'file');
		await writeFile(file, '');
		expect(
			(await createPreviewImages(join(file, 'below')).get('abc', async () => input)).byteLength,
		).toBeGreaterThan(1000);
	});

	test('takes no path for a hash', () => {
		expect(() => createPreviewImages(directory).get('../x', async () => input)).toThrow(TypeError);
	});
});
