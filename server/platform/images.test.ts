import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiskFileStore, type FileStore } from './file-store.ts';
import { coverImage, imageNames, profileImage, removeImage, storeImage } from './images.ts';

describe('uploaded pictures', () => {
	let directory: string;
	let files: FileStore;
	beforeAll(async () => {
		directory = await mkdtemp(join(tmpdir(), 'images-'));
		files = await createDiskFileStore(directory);
	});
	afterAll(() => rm(directory, { recursive: true, force: true }));

	const picture = (width: number, height: number) =>
		sharp({ create: { width, height, channels: 3, background: '#3366aa' } });
	const bytesOf = async (name: string) => {
		const file = await files.find(name);
		return Buffer.from(await new Response(file!.stream()).arrayBuffer());
	};

	test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('%s becomes all copies', async (format) => {
		const { stem, width, height } = await storeImage(
			files,
			await picture(2000, 1000)[format]().toBuffer(),
			coverImage,
		);
		expect([width, height]).toEqual([2000, 1000]);
		const sizes = await Promise.all(
			imageNames(stem, coverImage).map(async (name) => {
				const meta = await sharp(await bytesOf(name)).metadata();
				return [meta.format, meta.width, meta.height];
			}),
		);
		expect(sizes).toEqual([
			['webp', 480, 240],
			['webp', 960, 480],
			['webp', 1600, 800],
			['jpeg', 1200, 600],
		]);
		await removeImage(files, stem, coverImage);
		expect(await files.find(`${stem}.jpg`)).toBeNull();
	});

	test('metadata is gone, the orientation is applied', async () => {
		const source = await picture(400, 200)
			.withMetadata({ orientation: 6 })
			.withExifMerge({ IFD0: { Copyright: 'SECRET-PLACE' } })
			.jpeg()
			.toBuffer();
		expect(source.includes('SECRET-PLACE')).toBe(true);
		const { stem, width, height } = await storeImage(files, source, coverImage);
		expect([width, height]).toEqual([200, 400]);
		for (const name of imageNames(stem, coverImage)) {
			const copy = await bytesOf(name);
			expect(copy.includes('SECRET-PLACE')).toBe(false);
			const meta = await sharp(copy).metadata();
			expect([meta.exif, meta.orientation, meta.width]).toEqual([undefined, undefined, 200]);
		}
	});

	test('what hangs behind the picture is gone', async () => {
		const tail = '<script>alert(1)</script>';
		const source = Buffer.concat([await picture(100, 100).png().toBuffer(), Buffer.from(tail)]);
		const { stem } = await storeImage(files, source, profileImage);
		for (const name of imageNames(stem, profileImage)) {
			expect((await bytesOf(name)).includes('script')).toBe(false);
		}
	});

	const refused: [string, () => Promise<Uint8Array>, RegExp][] = [
		[
			'SVG',
			async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'),
			/Choose a JPEG/,
		],
		['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), /Choose a JPEG/],
		['a PDF', async () => Buffer.from('%PDF-1.7\n'), /Choose a JPEG/],
		['nothing', async () => Buffer.alloc(0), /Choose a JPEG/],
		[
			'a GIF head on HTML',
			async () => Buffer.from('GIF89a<script>alert(1)</script>'.padEnd(200, ' ')),
			/damaged/,
		],
		[
			'a picture cut off',
			async () => (await picture(600, 600).jpeg().toBuffer()).subarray(0, 700),
			/damaged/,
		],
		['too small a picture', () => picture(8, 200).png().toBuffer(), /smaller than 16/],
		['too many pixels', () => picture(9000, 9000).png().toBuffer(), /50 million pixels/],
		['too many bytes', async () => Buffer.alloc(10_000_001, 0xff), /larger than 10 MB/],
	];
	test.each(refused)('refuses %s', async (_name, make, message) => {
		const error = await storeImage(files, await make(), coverImage).catch((caught: unknown) => caught);
		expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'file' }] });
		expect((error as Error).message).toMatch(message);
	});
});
