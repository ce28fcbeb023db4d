import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/**
 * Prints the script that each route makes a browser load on a first visit, brotli-compressed, from the built
 * manifest. `--budget KB` fails when a page of app/routes/public is above it.
 */
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

const client = join(import.meta.dirname, '..', 'build', 'client');
const name = (await readdir(join(client, 'assets'))).find((file) => /^manifest-\w+\.js$/.test(file));
const source = await readFile(join(client, 'assets', String(name)), 'utf8');
const manifest: Manifest = JSON.parse(source.slice(source.indexOf('{'), source.lastIndexOf('}') + 1));
const sizes = new Map<string, number>();

async function sizeOf(file: string): Promise<number> {
	const known = sizes.get(file);
	if (known !== undefined) return known;
	const size = brotliCompressSync(await readFile(join(client, file))).byteLength;
	sizes.set(file, size);
	return size;
}

/** The files of a route and of the layouts around it. */
function filesOf(id: string): Set<string> {
	const files = new Set([manifest.url, manifest.entry.module, ...manifest.entry.imports]);
	for (let at = manifest.routes[id]; at; at = at.parentId ? manifest.routes[at.parentId] : undefined) {
		for (const file of [at.module, ...(at.imports ?? []), ...(at.css ?? [])]) files.add(file);
	}
	return files;
}

const budgetAt = process.argv.indexOf('--budget');
const budget = budgetAt > 0 ? Number(process.argv[budgetAt + 1]) * 1000 : Number.POSITIVE_INFINITY;
const rows: { route: string; script: number; style: number }[] = [];
for (const route of Object.keys(manifest.routes)) {
	const row = { route, script: 0, style: 0 };
	for (const file of filesOf(route)) row[file.endsWith('.css') ? 'style' : 'script'] += await sizeOf(file);
	rows.push(row);
}
rows.sort((a, b) => a.script - b.script);
for (const { route, script } of rows) console.log(`${(script / 1000).toFixed(1).padStart(7)} kB  ${route}`);
const tooHeavy = rows.filter(({ route, script }) => route.startsWith('routes/public/') && script > budget);
if (tooHeavy.length > 0) {
	console.error(`Above the budget of ${budget / 1000} kB: ${tooHeavy.map(({ route }) => route).join(', ')}`);
	process.exit(1);
}
