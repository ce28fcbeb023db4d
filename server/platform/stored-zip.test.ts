import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type ZipEntry, zipOf } from './stored-zip.ts';

async function* given(...entries: ZipEntry[]) {
	yield* entries;
}

test('what is packed is read again, texts and bytes, with names of any script', async () => {
	const text = Buffer.from('What is stored about you. '.repeat(200));
	const bytes = Buffer.from([0, 255, 80, 75, 3, 4]);
	const parts = await Array.fromAsync(
		zipOf(given({ name: 'README.txt', bytes: text, isText: true }, { name: 'Ü/نموذج.pdf', bytes })),
	);
	const zip = Buffer.concat(parts);
	expect(zip.length).toBeLessThan(text.length);
	const files = unzipSync(zip);
	expect(Object.keys(files)).toEqual(['README.txt', 'Ü/نموذج.pdf']);
	expect(text.equals(Buffer.from(files['README.txt'] ?? []))).toBe(true);
	expect(bytes.equals(Buffer.from(files['Ü/نموذج.pdf'] ?? []))).toBe(true);
	expect(unzipSync(Buffer.concat(await Array.fromAsync(zipOf(given()))))).toEqual({});
});

test('more files than 16 bits count are read again', async () => {
	async function* many() {
		for (let n = 0; n < 65_600; n += 1) yield { name: `${n}.txt`, bytes: Buffer.from(String(n)) };
	}
	const zip = Buffer.concat(await Array.fromAsync(zipOf(many())));
	const files = unzipSync(zip);
	expect(Object.keys(files)).toHaveLength(65_600);
	expect(Buffer.from(files['65599.txt'] ?? []).toString()).toBe('65599');
});
