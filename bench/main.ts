import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { storeRows, table } from './support/report.ts';
import type { BenchRow } from './support/row.ts';

/**
 * `npm run bench [-- name … --rounds 3 --seconds 3]`: the closed set of benchmarks, each in a process and on a database of its own.
 * Prints one table and keeps it in bench/results.md; naming some replaces their lines alone. The scanner's has a command of its
 * own (`npm run bench:scanner`), since it needs a browser's worth of pictures.
 */
const benches = [
	'registration',
	'money',
	'money-parts',
	'money-faults',
	'orders',
	'mails',
	'rush',
	'refusals',
	'routes',
	'check-in',
	'door',
	'scale',
	'dashboard',
	'export',
	'webhooks',
	'mailing-lists',
	'reports',
	'phone',
	'embed',
	'pages',
	'changes',
	'series',
	'messages',
	'start',
];

const { values, positionals } = parseArgs({
	args: process.argv.slice(2),
	allowPositionals: true,
	options: { rounds: { type: 'string' }, seconds: { type: 'string' }, 'dry-run': { type: 'boolean' } },
});
const unknown = positionals.find((name) => !benches.includes(name));
if (unknown) {
	console.error(`There is no benchmark "${unknown}". These are: ${benches.join(', ')}.`);
	process.exit(2);
}

/** A database of a million guests is made once for all that read it. */
const data = process.env.BENCH_DATA ?? (await mkdtemp(join(tmpdir(), 'foyer-bench-data-')));
if (!process.env.BENCH_DATA) process.once('exit', () => rmSync(data, { recursive: true }));
const all: BenchRow[] = [];
for (const name of positionals.length > 0 ? benches.filter((one) => positionals.includes(one)) : benches) {
	console.error(`\n${name}`);
	const startMs = performance.now();
	const rows = await run(name);
	console.error(`  ${name}: ${Math.round((performance.now() - startMs) / 1_000)} s`);
	if (!values['dry-run']) await storeRows(name, benches, rows);
	all.push(...rows);
}
console.log(`\n${table(all)}`);

async function run(name: string): Promise<BenchRow[]> {
	const file = join(import.meta.dirname, 'support/run-one.ts');
	const child = fork(file, [name, values.rounds ?? '3', values.seconds ?? '3'], {
		env: { ...process.env, BENCH_DATA: data },
	});
	let rows: BenchRow[] | undefined;
	child.once('message', (message) => {
		rows = message as BenchRow[];
	});
	const [status] = await once(child, 'exit');
	if (rows) return rows;
	console.error(`${name} failed.`);
	process.exit(typeof status === 'number' && status > 0 ? status : 1);
}
