import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { StopError } from '#server/platform/stop-error.ts';
import { type ArchiveEntry, ArchiveError, readArchive } from './archive.ts';
import { type Manifest, manifestName, manifestSchema } from './manifest.ts';

/** The entries of a backup file. */
export function readBackup(path: string): AsyncGenerator<ArchiveEntry> {
	const input = createReadStream(path);
	const gunzip = createGunzip();
	input.on('error', (error) => gunzip.destroy(error));
	return readArchive(input.pipe(gunzip));
}

/**
 * Read a whole backup and compare every byte with its manifest.
 * @throws StopError when the file is not there, no backup, or damaged
 */
export async function verifyBackup(path: string): Promise<Manifest> {
	const seen: Manifest['entries'] = [];
	let manifest: Manifest | null = null;
	try {
		for await (const { name, data } of readBackup(path)) {
			if (manifest) throw new ArchiveError('The file goes on after its manifest.');
			if (name === manifestName) manifest = parseManifest(data);
			else {
				const sha256 = createHash('sha256').update(data).digest('hex');
				seen.push({ name, size: data.byteLength, sha256 });
			}
		}
	} catch (error) {
		throw explain(error, path);
	}
	if (manifest === null || JSON.stringify(manifest.entries) !== JSON.stringify(seen)) {
		throw new StopError(
			`${path} is damaged: its contents are not what its manifest says. Use another backup.`,
		);
	}
	return manifest;
}

function parseManifest(data: Buffer): Manifest {
	const parsed = JSON.parse(data.toString('utf8'));
	if (parsed?.format === 'foyer-backup' && parsed.formatVersion > 1) {
		throw new StopError('The backup was made by a newer version of Foyer. Restore it with that version.');
	}
	return manifestSchema.parse(parsed);
}

function explain(error: unknown, path: string): Error {
	if (error instanceof StopError) return error;
	const { code } = error as NodeJS.ErrnoException;
	if (code === 'ENOENT') return new StopError(`${path} is not there. Name the file of a backup.`);
	if (code === 'EACCES' || code === 'EISDIR') return new StopError(`${path} cannot be read (${code}).`);
	if (code === 'Z_BUF_ERROR') return new StopError(`${path} ends early: the backup is not complete.`);
	if (error instanceof ArchiveError) return new StopError(`${path}: ${error.message}`);
	return new StopError(`${path} is no backup of Foyer, or it is damaged.`);
}
