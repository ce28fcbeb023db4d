import type { Bench, BenchRow } from './row.ts';

/** Runs one benchmark in a process of its own and hands its rows to the parent. */
const [name = '', rounds = '3', seconds = '3'] = process.argv.slice(2);
const { bench } = (await import(new URL(`../${name}.ts`, import.meta.url).href)) as { bench: Bench };
const rows: BenchRow[] = await bench.run({
	rounds: Number(rounds),
	seconds: Number(seconds),
	say: (line) => process.stderr.write(`  ${line}\n`),
});
process.send?.(rows, () => process.exit(0));
