import { brotliCompressSync, constants } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildEmbedScript } from './embed-script.ts';

let files: Awaited<ReturnType<typeof buildEmbedScript>>;

/** A file with all that it loads at once. */
function withImports(name: string, found = new Set<string>()): Set<string> {
	if (found.has(name)) return found;
	found.add(name);
	for (const other of files.get(name)?.imports ?? []) withImports(other, found);
	return found;
}

/** As the server sends them, in bytes. */
const weightOf = (names: Iterable<string>) =>
	[...names].reduce(
		(sum, name) =>
			sum +
			brotliCompressSync(files.get(name)?.code ?? '', {
				params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
			}).byteLength,
		0,
	);

const partOf = (path: string) => {
	const [name] = [...files].find(([, { modules }]) => modules.at(-1)?.endsWith(`/app/embed/${path}`)) ?? [];
	if (!name) throw new Error(`No file begins with ${path}.`);
	return name;
};

beforeAll(async () => {
	files = await buildEmbedScript(`${import.meta.dirname}/../../app/embed/main.ts`);
});

describe('the script of the elements on other sites', () => {
	test('/embed.js is at most 2 kB, whatever is on the page', () => {
		expect(weightOf(withImports('embed.js'))).toBeLessThanOrEqual(2_000);
	});

	test.each([
		['an event', 'event/mount.ts'],
		['a list', 'events/mount.ts', 'events/list-view.ts'],
		['a calendar', 'events/mount.ts', 'events/month-view.ts'],
		['a button', 'events/mount-button.ts'],
	])('what %s loads before anyone acts is at most 12 kB', (_what, ...paths) => {
		const names = withImports('embed.js');
		for (const path of paths) withImports(partOf(path), names);
		expect(weightOf(names)).toBeLessThanOrEqual(12_000);
	});

	test('names of parts change with their content', () => {
		const names = [...files.keys()].filter((name) => name !== 'embed.js');
		expect(names.length).toBeGreaterThanOrEqual(3);
		for (const name of names) expect(name).toMatch(/^assets\/embed\/[\w-]+-[\w-]{8}\.js$/);
	});

	test('nothing of React, zod or the app’s shell is in it', () => {
		const modules = [...files.values()].flatMap((file) => file.modules);
		expect(modules.filter((id) => /node_modules|\/app\/(?:shell|ui|routes)\//.test(id))).toEqual([]);
	});
});
