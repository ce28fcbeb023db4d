import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiskFileStore, type FileStore, isStoredName } from './file-store.ts';

describe('file store', () => {
	let directory: string;
	let files: FileStore;
	beforeAll(async () => {
		directory = await mkdtemp(join(tmpdir(), 'files-'));
		files = await createDiskFileStore(join(directory, 'files'));
	});
	afterAll(() => rm(directory, { recursive: true, force: true }));

	const read = async (name: string, range?: { start?: number; end?: number }) => {
		const found = await files.find(name);
		return found && new Response(found.stream(range)).text();
	};

	test('gives back what was put in, whole and in part', async () => {
		const name = `${files.newStem()}.txt`;
		expect(await files.put(name, Buffer.from('hello'), { maxBytes: 5 })).toEqual({ size: 5 });
		expect((await files.find(name))?.size).toBe(5);
		expect(await read(name)).toBe('hello');
		expect(await read(name, { start: 1, end: 2 })).toBe('el');
	});

	test('takes streams and refuses one byte too many, without a trace', async () => {
		async function* parts() {
			yield Buffer.from('123');
			yield Buffer.from('456');
		}
		const name = `${files.newStem()}.bin`;
		await expect(files.put(name, parts(), { maxBytes: 5 })).rejects.toMatchObject({
			code: 'VALIDATION_FAILED',
			status: 413,
		});
		expect(await files.find(name)).toBeNull();
		expect(await readdir(join(directory, 'files', 'incoming'))).toEqual([]);
		await files.put(name, parts(), { maxBytes: 6 });
		expect(await read(name)).toBe('123456');
	});

	test('never replaces a file', async () => {
		const name = `${files.newStem()}.txt`;
		await files.put(name, Buffer.from('first'), { maxBytes: 10 });
		await expect(files.put(name, Buffer.from('second'), { maxBytes: 10 })).rejects.toThrow();
		expect(await read(name)).toBe('first');
	});

	test.each([
		'../secret.txt',
		'a/b.txt',
		'..',
		'',
		'x.txt',
		`${'0'.repeat(26)}.txt/..`,
		`${'0'.repeat(26)}.txt\0`,
	])('looks for no name that it did not make: %j', async (name) => {
		await writeFile(join(directory, 'secret.txt'), 'secret');
		expect(isStoredName(name)).toBe(false);
		expect(await files.find(name)).toBeNull();
		await expect(files.put(name, Buffer.from('x'), { maxBytes: 1 })).rejects.toThrow();
		await expect(files.remove(name)).rejects.toThrow();
	});

	test('removes, lists, and skips what is no file of ours', async () => {
		const name = `${files.newStem()}-480.webp`;
		await files.put(name, Buffer.from('abc'), { maxBytes: 10 });
		await symlink('/etc/passwd', join(directory, 'files', name.slice(0, 2), 'passwd'));
		const listed = await Array.fromAsync(files.list());
		expect(listed).toContainEqual({ name, size: 3, writtenAt: expect.any(Date) });
		expect(listed.every((file) => isStoredName(file.name))).toBe(true);
		await files.remove(name);
		await files.remove(name);
		expect(await files.find(name)).toBeNull();
	});

	test('stems are random', () => {
		const stems = new Set(Array.from({ length: 1000 }, () => files.newStem()));
		expect(stems.size).toBe(1000);
		for (const stem of stems) expect(stem).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
	});
});
