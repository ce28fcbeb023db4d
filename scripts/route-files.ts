import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Entry {
	module: string;
	imports: string[];
	css: string[];
}
interface Manifest {
	entry: Entry;
	routes: Record<string, Entry & { id: string; parentId?: string }>;
	url: string;
}

/** Where the files of the built client lie. */
export const clientDirectory = join(import.meta.dirname, '..', 'build', 'client');

/** The built files that each route makes a browser load on a first visit, those of the layouts around it included. */
export async function listRouteFiles(): Promise<Map<string, Set<string>>> {
	const names = await readdir(join(clientDirectory, 'assets'));
	const name = names.find((file) => /^manifest-\w+\.js$/.test(file));
	const source = await readFile(join(clientDirectory, 'assets', String(name)), 'utf8');
	const manifest: Manifest = JSON.parse(source.slice(source.indexOf('{'), source.lastIndexOf('}') + 1));
	return new Map(Object.keys(manifest.routes).map((id) => [id, filesOf(manifest, id)]));
}

function filesOf(manifest: Manifest, id: string): Set<string> {
	const files = new Set([manifest.url, manifest.entry.module, ...manifest.entry.imports]);
	for (let at = manifest.routes[id]; at; at = at.parentId ? manifest.routes[at.parentId] : undefined) {
		for (const file of [at.module, ...(at.imports ?? []), ...(at.css ?? [])]) files.add(file);
	}
	return files;
}
