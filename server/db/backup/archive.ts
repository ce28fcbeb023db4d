import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** One entry of an archive; entries are small enough to be held in memory. */
export interface ArchiveEntry {
	name: string;
	data: Buffer;
}

const blockSize = 512;
/** No entry of ours comes near it; a damaged length shall not fill the memory. */
const maxEntryBytes = 512 * 1024 * 1024;

/** A file is not an archive, or is cut off. */
export class ArchiveError extends Error {
	override readonly name = 'ArchiveError';
}

/** Writes the tar format (POSIX ustar), so that any tar program can look into the file. */
export class ArchiveWriter {
	readonly #output: Writable;
	readonly #writtenAt: Date;

	constructor(output: Writable, writtenAt: Date) {
		this.#output = output;
		this.#writtenAt = writtenAt;
	}

	async add({ name, data }: ArchiveEntry): Promise<void> {
		await this.#write(header(name, data.byteLength, this.#writtenAt));
		await this.#write(data);
		const rest = data.byteLength % blockSize;
		if (rest > 0) await this.#write(Buffer.alloc(blockSize - rest));
	}

	async end(): Promise<void> {
		await this.#write(Buffer.alloc(2 * blockSize));
		this.#output.end();
	}

	async #write(bytes: Buffer): Promise<void> {
		if (this.#output.destroyed) throw new ArchiveError('The archive was closed while it was written.');
		if (this.#output.write(bytes)) return;
		await Promise.race([once(this.#output, 'drain'), once(this.#output, 'close')]);
	}
}

function header(name: string, size: number, writtenAt: Date): Buffer {
	if (Buffer.byteLength(name) > 100) throw new ArchiveError(`The name ${name} is too long for an archive.`);
	const block = Buffer.alloc(blockSize);
	const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
	block.write(name, 0);
	block.write(octal(0o600, 8), 100);
	block.write(octal(0, 8), 108);
	block.write(octal(0, 8), 116);
	block.write(octal(size, 12), 124);
	block.write(octal(Math.floor(writtenAt.getTime() / 1000), 12), 136);
	block.write('        ', 148);
	block.write('0', 156);
	block.write('ustar\x0000', 257);
	block.write(octal(checksum(block), 7), 148);
	return block;
}

function checksum(block: Buffer): number {
	let sum = 0;
	for (const byte of block) sum += byte;
	return sum;
}

/**
 * Read an archive entry by entry.
 * @throws ArchiveError when it is damaged or ends early
 */
export async function* readArchive(input: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
	const source = new ByteReader(input);
	for (;;) {
		const block = await source.read(blockSize);
		if (block.every((byte) => byte === 0)) return;
		const { name, size } = parseHeader(block);
		const data = await source.read(size);
		await source.read((blockSize - (size % blockSize)) % blockSize);
		yield { name, data };
	}
}

function parseHeader(block: Buffer): { name: string; size: number } {
	const text = (start: number, length: number) =>
		block
			.toString('utf8', start, start + length)
			.replace(/\0.*$/s, '')
			.trim();
	const expected = Number.parseInt(text(148, 8), 8);
	const blanked = Buffer.from(block);
	blanked.write('        ', 148);
	const size = Number.parseInt(text(124, 12), 8);
	if (expected !== checksum(blanked) || !(size >= 0 && size <= maxEntryBytes)) {
		throw new ArchiveError('The file is no backup, or it is damaged.');
	}
	return { name: text(0, 100), size };
}

/** Hands out exactly as many bytes as requested. */
class ByteReader {
	readonly #chunks: AsyncIterator<Buffer>;
	#rest: Buffer = Buffer.alloc(0);

	constructor(input: AsyncIterable<Buffer>) {
		this.#chunks = input[Symbol.asyncIterator]();
	}

	async read(length: number): Promise<Buffer> {
		const parts = [this.#rest];
		let available = this.#rest.byteLength;
		while (available < length) {
			const { done, value } = await this.#chunks.next();
			if (done) throw new ArchiveError('The file ends early: the backup is not complete.');
			parts.push(value);
			available += value.byteLength;
		}
		const bytes = parts.length === 1 ? this.#rest : Buffer.concat(parts);
		this.#rest = bytes.subarray(length);
		return bytes.subarray(0, length);
	}
}
