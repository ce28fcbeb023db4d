import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

/** What tests start as processes of their own. */
const programs = {
	'server-program': new URL('./server-program.ts', import.meta.url),
	'message-worker': new URL('./message-worker.ts', import.meta.url),
	'mailing-list-worker': new URL('./mailing-list-worker.ts', import.meta.url),
	'webhook-worker': new URL('./webhook-worker.ts', import.meta.url),
};
export type Program = keyof typeof programs;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A module reads the files beside it, wherever its code is. */
const ownPlaces: Plugin = {
	name: 'own-places',
	transform: {
		filter: { id: { exclude: /node_modules/ }, code: /import\.meta\./ },
		handler: (code, id) =>
			code
				.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
				.replaceAll('import.meta.dirname', JSON.stringify(join(id, '..'))),
	},
};

/**
 * Writes the programs of tests into a directory, as few files: loading the server's two thousand modules one by one takes most of the
 * start of a process, of which a run of the tests has a hundred. The code is the same, in the same order.
 */
export async function bundlePrograms(directory: string): Promise<void> {
	await mkdir(directory);
	await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
	const build = await rolldown({
		cwd: root,
		input: Object.fromEntries(Object.entries(programs).map(([name, url]) => [name, fileURLToPath(url)])),
		platform: 'node',
		// Of these a start reads hundreds of files.
		external: /^(?!@oxc-project|drizzle-orm|zod|hono|@hono|stripe)[@\w]/,
		plugins: [ownPlaces],
		treeshake: false,
		logLevel: 'silent',
	});
	await build.write({
		dir: directory,
		format: 'esm',
		entryFileNames: '[name].mjs',
		chunkFileNames: '[name]-[hash].mjs',
		// Threads find a function by its name.
		keepNames: true,
		strictExecutionOrder: true,
	});
	await build.close();
}
