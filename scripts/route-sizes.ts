import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { clientDirectory, listRouteFiles } from './route-files.ts';

/**
 * Prints the script that each route makes a browser load on a first visit, brotli-compressed, from the built
 * manifest. `--budget KB` fails when a page of app/routes/public is above it.
 */
const sizes = new Map<string, number>();

async function sizeOf(file: string): Promise<number> {
	const known = sizes.get(file);
	if (known !== undefined) return known;
	const size = brotliCompressSync(await readFile(join(clientDirectory, file))).byteLength;
	sizes.set(file, size);
	return size;
}

const budgetAt = process.argv.indexOf('--budget');
const budget = budgetAt > 0 ? Number(process.argv[budgetAt + 1]) * 1000 : Number.POSITIVE_INFINITY;
const rows: { route: string; script: number; style: number }[] = [];
for (const [route, files] of await listRouteFiles()) {
	const row = { route, script: 0, style: 0 };
	for (const file of files) row[file.endsWith('.css') ? 'style' : 'script'] += await sizeOf(file);
	rows.push(row);
}
rows.sort((a, b) => a.script - b.script);
for (const { route, script } of rows) console.log(`${(script / 1000).toFixed(1).padStart(7)} kB  ${route}`);
const tooHeavy = rows.filter(({ route, script }) => route.startsWith('routes/public/') && script > budget);
if (tooHeavy.length > 0) {
	console.error(`Above the budget of ${budget / 1000} kB: ${tooHeavy.map(({ route }) => route).join(', ')}`);
	process.exit(1);
}
