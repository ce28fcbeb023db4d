import { createHash } from 'node:crypto';
import { createThreadPool, ThreadRefusal } from '#server/platform/threads/thread-pool.ts';
import { pictureStems } from '#shared/rules/description-markdown.ts';
import { type DescriptionPictures, plainHtml, renderDescription } from './description.ts';

/** A text of so many characters takes less than 20 ms, whatever is in it. */
const shortest = 1_200;
/** Descriptions are read far more often than they change: the last ones rendered are cached, up to so many characters together. */
const maxCachedLength = 8_000_000;

const inTextThread = createThreadPool({
	maxRunning: 1,
	maxWaiting: 100,
	maxWaitMs: 5_000,
	patienceMs: 3_000,
	maxHeapMegabytes: 128,
	idleMs: 60_000,
});

/** In a thread: the text as one part. */
export function* renderText(source: string, pictures: DescriptionPictures): Generator<string> {
	yield renderDescription(source, pictures);
}

const inThread = inTextThread(import.meta.url, renderText);

const cached = new Map<string, Promise<string>>();
let cachedLength = 0;

function forget(key: string, length: number): void {
	if (cached.delete(key)) cachedLength -= length;
}

/** Throws away what was made first, until there is room. */
async function makeRoom(): Promise<void> {
	for (const [key, html] of cached) {
		if (cachedLength <= maxCachedLength) return;
		forget(key, (await html).length);
	}
}

/**
 * Markdown as typed to HTML that is safe to put into any page; a long text is rendered in a thread, once for all who ask. One that takes
 * too long is shown as it was typed.
 * @param source at most 50,000 characters; the edge sees to it
 * @param pictures those that the text may show; any other is its alt text
 * @param key whose text it is, where many may be sent: those of one key are rendered one after the other
 */
export async function descriptionHtml(
	source: string,
	pictures: DescriptionPictures = {},
	key?: string,
): Promise<string> {
	if (source.length <= shortest) return renderDescription(source, pictures);
	const stems = pictureStems(source).filter((stem) => Object.hasOwn(pictures, stem));
	const shown = Object.fromEntries(stems.map((stem) => [stem, pictures[stem] as [number, number, string]]));
	const hash = createHash('sha256')
		.update(JSON.stringify([source, shown]))
		.digest('base64');
	const known = cached.get(hash);
	if (known) return known;
	const made = inThread(key ?? hash, source, shown).then(([html = '']) => html);
	cached.set(hash, made);
	try {
		const html = await made;
		cachedLength += html.length;
		await makeRoom();
		return html;
	} catch (error) {
		cached.delete(hash);
		if (key === undefined || error instanceof ThreadRefusal) return plainHtml(source);
		throw error;
	}
}
