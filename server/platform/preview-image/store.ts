import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type PreviewInput, renderPreview } from './render.ts';

/** Pictures for link previews, made when they are first requested and stored under the hash of what they show. */
export interface PreviewImages {
	/**
	 * The picture under `hash` (letters and digits), from the disk or drawn now. `read` is called only when it must be drawn.
	 * A picture requested many times at once is drawn once; different ones are drawn one after the other, since each
	 * takes a processor for a tenth of a second.
	 */
	get(hash: string, read: () => Promise<PreviewInput>): Promise<Buffer>;
}

/** Pictures are thrown away oldest first beyond this many: about 200 MB. */
const MOST_FILES = 2000;

export function createPreviewImages(directory: string): PreviewImages {
	const drawing = new Map<string, Promise<Buffer>>();
	let queue: Promise<unknown> = Promise.resolve();
	let sinceSweep = 0;

	const draw = async (hash: string, read: () => Promise<PreviewInput>): Promise<Buffer> => {
		const path = join(directory, `${hash}.png`);
		const stored = await readFile(path).catch(() => null);
		if (stored) {
			const now = new Date();
			await utimes(path, now, now).catch(() => {});
			return stored;
		}
		const input = await read();
		const turn = queue.then(() => renderPreview(input));
		queue = turn.catch(() => {});
		const picture = await turn;
		// A full disk costs time, not the picture.
		await keep(directory, path, picture).catch(() => {});
		sinceSweep += 1;
		if (sinceSweep >= 100) {
			sinceSweep = 0;
			await sweep(directory).catch(() => {});
		}
		return picture;
	};

	return {
		get(hash, read) {
			if (!/^[A-Za-z0-9]{1,64}$/.test(hash)) throw new TypeError('Not a hash.');
			let picture = drawing.get(hash);
			if (!picture) {
				picture = draw(hash, read).finally(() => drawing.delete(hash));
				drawing.set(hash, picture);
			}
			return picture;
		},
	};
}

/** Whole or not at all: written beside its place, then moved there. */
async function keep(directory: string, path: string, picture: Buffer): Promise<void> {
	await mkdir(directory, { recursive: true, mode: 0o700 });
	const draft = `${path}.${process.pid}`;
	try {
		const file = await open(draft, 'w', 0o600);
		await file.writeFile(picture).finally(() => file.close());
		await rename(draft, path);
	} finally {
		await rm(draft, { force: true });
	}
}

async function sweep(directory: string): Promise<void> {
	const names = await readdir(directory);
	if (names.length <= MOST_FILES) return;
	const ages = await Promise.all(
		names.map(async (name) => ({ name, usedAt: (await stat(join(directory, name))).mtimeMs })),
	);
	ages.sort((a, b) => a.usedAt - b.usedAt);
	for (const { name } of ages.slice(0, names.length - MOST_FILES))
		await rm(join(directory, name), { force: true });
}
