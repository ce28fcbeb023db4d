import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync } from 'node:zlib';

interface Entry {
	module: string;
	imports: string[];
	css: string[];
}

/** The table of routes that React Router's build writes for the browser. */
export interface Manifest {
	entry: Entry;
	routes: Record<string, Entry & { id: string; parentId?: string }>;
	url: string;
}

/** Where the files of the built client lie. */
export const clientDirectory = join(import.meta.dirname, '..', 'build', 'client');

/** The path of the built table of routes. */
export async function findManifest(): Promise<string> {
	const directory = join(clientDirectory, 'assets');
	const name = (await readdir(directory)).find((file) => /^manifest-\w+\.js$/.test(file));
	return join(directory, String(name));
}

/** Reads the script that sets the table, as a browser would. */
export function readManifest(script: string): Manifest {
	const window: { __reactRouterManifest?: Manifest } = {};
	runInNewContext(script, { window });
	if (!window.__reactRouterManifest) throw new Error('The table of routes sets nothing.');
	return window.__reactRouterManifest;
}

/** The same table as a shorter script; `readManifest` gives the same routes, without what all pages load in any case. */
export function slimManifest(manifest: Manifest): string {
	const always = new Set([manifest.entry.module, ...manifest.entry.imports]);
	const files = new Map<string, number>();
	const numberOf = (file: string) => {
		if (!files.has(file)) files.set(file, files.size);
		return files.get(file);
	};
	const routes = Object.fromEntries(
		Object.entries(manifest.routes).map(([id, route]) => {
			const { id: _, css, ...rest } = route;
			const told = Object.entries(rest).filter(([, value]: [string, unknown]) => value !== false);
			const short = {
				module: nameOf(route.module),
				imports: route.imports.filter((file) => !always.has(file)).map(numberOf),
				...(css.length > 0 && { css }),
			};
			return [id, { ...Object.fromEntries(told), ...short }];
		}),
	);
	const names = JSON.stringify([...files.keys()].map(nameOf));
	const table = JSON.stringify({ ...manifest, routes });
	return [
		`const file=(name)=>"/assets/"+name+".js",files=${names}.map(file),table=${table};`,
		'for(const id in table.routes){const route=table.routes[id];',
		'Object.assign(route,{id,css:route.css??[],module:file(route.module),imports:route.imports.map((n)=>files[n])})}',
		'window.__reactRouterManifest=table;',
	].join('');
}

function nameOf(file: string): string {
	const name = /^\/assets\/(.+)\.js$/.exec(file)?.[1];
	if (name === undefined) throw new Error(`${file} is no built script; see scripts/route-files.ts.`);
	return name;
}

/** The built files that each route makes a browser load on a first visit, those of the layouts around it included. */
export async function listRouteFiles(): Promise<Map<string, Set<string>>> {
	const manifest = readManifest(await readFile(await findManifest(), 'utf8'));
	return new Map(Object.keys(manifest.routes).map((id) => [id, filesOf(manifest, id)]));
}

function filesOf(manifest: Manifest, id: string): Set<string> {
	const files = new Set([manifest.url, manifest.entry.module, ...manifest.entry.imports]);
	for (let at = manifest.routes[id]; at; at = at.parentId ? manifest.routes[at.parentId] : undefined) {
		for (const file of [at.module, ...(at.imports ?? []), ...(at.css ?? [])]) files.add(file);
	}
	return files;
}

/** What each route costs on a first visit, brotli-compressed as the server sends it, lightest first. */
export async function listRouteWeights(): Promise<{ route: string; script: number; style: number }[]> {
	const sizes = new Map<string, number>();
	const sizeOf = async (file: string) => {
		const known =
			sizes.get(file) ?? brotliCompressSync(await readFile(join(clientDirectory, file))).byteLength;
		sizes.set(file, known);
		return known;
	};
	const rows = [];
	for (const [route, files] of await listRouteFiles()) {
		const row = { route, script: 0, style: 0 };
		for (const file of files) row[file.endsWith('.css') ? 'style' : 'script'] += await sizeOf(file);
		rows.push(row);
	}
	return rows.sort((a, b) => a.script - b.script);
}
