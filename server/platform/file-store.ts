import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '#shared/errors/app-error.ts';
import { makeDirectory } from './make-directory.ts';
import { StopError } from './stop-error.ts';

/** A file as it lies in the store. */
export interface StoredFile {
	name: string;
	size: number;
	/** The bytes from `start` (default 0) to `end` inclusive (default the last). */
	stream(range?: { start?: number; end?: number }): ReadableStream<Uint8Array>;
}

export type FileContent = Uint8Array | AsyncIterable<Uint8Array>;

/** Where uploaded files lie. Names are made by the store, never by people. */
export interface FileStore {
	/** A new random stem; add a label and an extension: `${stem}-960.webp`. */
	newStem(): string;
	/**
	 * Write a file whole or not at all; when it resolves, the bytes are on the disk.
	 * @throws AppError VALIDATION_FAILED (413) beyond `maxBytes`, SERVICE_UNAVAILABLE when the disk is full
	 */
	put(name: string, content: FileContent, options: { maxBytes: number }): Promise<{ size: number }>;
	find(name: string): Promise<StoredFile | null>;
	/** Removing what is not there is no error. */
	remove(name: string): Promise<void>;
	list(): AsyncIterable<{ name: string; size: number; writtenAt: Date }>;
}

const namePattern = /^[a-z0-9]{26}(-[a-z0-9]{1,12})?\.[a-z0-9]{1,5}$/;
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Whether the text can be the name of a stored file; everything else, such as `../x`, is not looked for. */
export function isStoredName(name: string): boolean {
	return namePattern.test(name);
}

/** Files under `directory`, in 1024 folders by the first two characters of their names. */
export async function createDiskFileStore(directory: string): Promise<FileStore> {
	const incoming = join(directory, 'incoming');
	try {
		await makeDirectory(directory, 0o700);
		await makeDirectory(incoming, 0o700);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new StopError(
			`${directory} cannot be written (${code}). Make it writable for this user, free some space or set DATA_DIR to another directory.`,
		);
	}

	const folderOf = (name: string) => join(directory, name.slice(0, 2));
	const pathOf = (name: string) => {
		if (!isStoredName(name)) throw new TypeError('Not the name of a stored file.');
		return join(folderOf(name), name);
	};

	return {
		newStem: () => Array.from(randomBytes(26), (byte) => alphabet[byte % 32]).join(''),

		async put(name, content, { maxBytes }) {
			const target = pathOf(name);
			const draft = join(incoming, randomBytes(12).toString('hex'));
			try {
				const size = await writeDurably(draft, content, maxBytes);
				await makeDirectory(folderOf(name), 0o700);
				// Unlike a rename, a link does not replace a file that is there.
				await link(draft, target);
				await syncDirectory(folderOf(name));
				return { size };
			} catch (error) {
				throw asFull(error);
			} finally {
				await rm(draft, { force: true });
			}
		},

		async find(name) {
			if (!isStoredName(name)) return null;
			const path = pathOf(name);
			const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
				if (error.code === 'ENOENT') return null;
				throw error;
			});
			if (!stats?.isFile()) return null;
			return {
				name,
				size: stats.size,
				stream: (range = {}) =>
					Readable.toWeb(createReadStream(path, range)) as unknown as ReadableStream<Uint8Array>,
			};
		},

		async remove(name) {
			await rm(pathOf(name), { force: true });
		},

		async *list() {
			for await (const folder of await opendir(directory)) {
				if (!folder.isDirectory() || folder.name.length !== 2) continue;
				for await (const entry of await opendir(join(directory, folder.name))) {
					if (!entry.isFile() || !isStoredName(entry.name)) continue;
					const { size, mtime } = await stat(join(directory, folder.name, entry.name));
					yield { name: entry.name, size, writtenAt: mtime };
				}
			}
		},
	};
}

async function writeDurably(path: string, content: FileContent, maxBytes: number): Promise<number> {
	const file: FileHandle = await open(path, 'wx', 0o600);
	try {
		let size = 0;
		for await (const chunk of content instanceof Uint8Array ? [content] : content) {
			size += chunk.byteLength;
			if (size > maxBytes) {
				throw new AppError('VALIDATION_FAILED', {
					status: 413,
					message: `The file is larger than ${maxBytes} bytes.`,
				});
			}
			await file.writeFile(chunk);
		}
		await file.sync();
		return size;
	} finally {
		await file.close();
	}
}

async function syncDirectory(path: string): Promise<void> {
	const directory = await open(path, 'r');
	try {
		await directory.sync();
	} finally {
		await directory.close();
	}
}

function asFull(error: unknown): unknown {
	const { code } = error as NodeJS.ErrnoException;
	if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
	return new AppError('SERVICE_UNAVAILABLE', {
		message: 'The disk for uploaded files is full.',
		retryAfterSeconds: 60,
		cause: error,
	});
}
