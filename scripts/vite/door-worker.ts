import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

/** Pages that start without a network. Everything they load is stored on the device by the door's service worker. */
const DOOR_ROUTES = [
	'app/routes/staff/scan.tsx',
	'app/routes/staff/staff-access.tsx',
	'app/shell/with-queries.tsx',
];
const STARTS = ['app/entry.client.tsx', 'app/root.tsx'];
/** Named by address instead of imported: the engine, and the fonts that every page preloads. */
const ASSETS = [
	/\/decode\.worker-[^/]+\.js$/,
	/\/zxing_reader-[^/]+\.wasm$/,
	/\/inter-latin-(?!ext)[^/]+\.woff2$/,
	/\/bricolage-latin-[^/]+\.woff2$/,
];

interface Chunk {
	type: 'chunk';
	fileName: string;
	facadeModuleId?: string | null;
	imports: string[];
	dynamicImports: string[];
	viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> };
}

/** The files that the door's pages load, now or later: chunks that they reach, their styles, engine and font. */
export function doorFiles(
	bundle: Record<string, { type: string; fileName: string }>,
	isEntry: (moduleId: string) => boolean,
): string[] {
	const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
	const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
	const queue = chunks.filter(({ facadeModuleId }) => facadeModuleId && isEntry(facadeModuleId));
	const found = new Set<string>();
	for (let chunk = queue.pop(); chunk; chunk = queue.pop()) {
		if (found.has(chunk.fileName)) continue;
		found.add(chunk.fileName);
		for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file);
		for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
			const next = byName.get(name);
			if (next) queue.push(next);
		}
	}
	for (const { fileName } of Object.values(bundle))
		if (ASSETS.some((pattern) => pattern.test(`/${fileName}`))) found.add(fileName);
	return [...found].sort();
}

/**
 * Builds the door's service worker with the app: one file at /door-worker.js that knows the files of this very build. Hashed
 * names are versions of their own, so that the list is the version of the worker.
 */
export function doorWorker(root: string): Plugin {
	const entries = [...DOOR_ROUTES, ...STARTS].map((file) => `${root}/${file}`);
	return {
		name: 'foyer:door-worker',
		apply: 'build',
		applyToEnvironment: (environment) => environment.name === 'client',
		async generateBundle(_options, bundle) {
			const files = doorFiles(bundle, (id) => entries.includes(id.split('?')[0]!)).map((name) => `/${name}`);
			const missing = ASSETS.filter((pattern) => !files.some((file) => pattern.test(file)));
			if (missing.length > 0) this.error(`The door's files are not all in the build: ${missing.join(' ')}`);
			this.emitFile({ type: 'asset', fileName: 'door-worker.js', source: await bundleWorker(files) });
		},
	};
}

async function bundleWorker(files: string[]): Promise<string> {
	const input = fileURLToPath(new URL('../../app/service-worker/door-worker.ts', import.meta.url));
	const build = await rolldown({ input, transform: { define: { DOOR_FILES: JSON.stringify(files) } } });
	const { output } = await build.generate({ format: 'iife', minify: true });
	await build.close();
	return output[0].code;
}
