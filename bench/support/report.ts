import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '#server/db/embedded/binaries.ts';
import { type BenchRow, type Figure, ratioOf, verdictOf } from './row.ts';

const dataFile = join(import.meta.dirname, '../results.json');
const reportFile = join(import.meta.dirname, '../results.md');

interface StoredBench {
	/** Date of the run, in UTC. */
	measuredOn: string;
	/** First characters of the commit that was measured; with `+` where files were changed since. */
	commit?: string;
	machine: string;
	rows: BenchRow[];
}

type Kept = Record<string, StoredBench>;

/** Keeps the rows of a benchmark in place of those of its earlier run. */
export async function storeRows(name: string, order: readonly string[], rows: BenchRow[]): Promise<void> {
	const stored: Kept = existsSync(dataFile) ? JSON.parse(readFileSync(dataFile, 'utf8')) : {};
	stored[name] = {
		measuredOn: new Date().toISOString().slice(0, 10),
		commit: commit(),
		machine: await machine(),
		rows,
	};
	const sorted = Object.fromEntries(order.flatMap((one) => (stored[one] ? [[one, stored[one]]] : [])));
	writeFileSync(dataFile, `${JSON.stringify(sorted, null, '\t')}\n`);
	writeFileSync(reportFile, markdown(sorted as Kept));
}

const git = (...args: string[]) =>
	spawnSync('git', args, { cwd: import.meta.dirname })
		.stdout?.toString()
		.trim() ?? '';

/** Files that the benchmarks write themselves are no change. */
function commit(): string {
	const changed = git('status', '--porcelain', '--', ':/', `:!${dataFile}`, `:!${reportFile}`);
	return git('rev-parse', '--short=10', 'HEAD') + (changed ? '+' : '');
}

/** The machine in general terms. */
async function machine(): Promise<string> {
	const { postgres } = await findBinaries();
	const version = /\d+(?:\.\d+)+/.exec(spawnSync(postgres, ['--version']).stdout?.toString() ?? '')?.[0];
	const gigabytes = Math.round(totalmem() / 2 ** 30);
	return `${cpus().length} cores, ${gigabytes} GiB of memory, ${process.platform} ${process.arch}, Node ${process.versions.node}, PostgreSQL ${version ?? '?'}, load generator and database on the same cores`;
}

const cells = [
	'What',
	'Figure',
	'Reference in the same run',
	'Its figure',
	'Ratio',
	'Reach',
	'Excellent',
	'Verdict',
];

function line(row: BenchRow): string[] {
	const { bars, reference } = row;
	const ratio = ratioOf(row);
	const bar = (value: number) => {
		const sign = bars?.must === 'atLeast' ? '≥' : '≤';
		return bars?.on === 'ratio' ? `${sign} ${value}` : `${sign} ${value} ${row.subject.unit}`;
	};
	return [
		row.what,
		showFigure(row.subject),
		reference?.name ?? '–',
		reference ? showFigure(reference) : '–',
		ratio === null ? '–' : ratio.toFixed(ratio < 10 ? 2 : 0),
		bars ? bar(bars.reach) : '–',
		bars ? bar(bars.excellent) : '–',
		verdictOf(row),
	];
}

/** Three figures that count, thousands apart. */
export function showFigure({ value, unit, spread }: Figure): string {
	const show = (number: number) => {
		if (Math.abs(number) >= 100) return Math.round(number).toLocaleString('en').replaceAll(',', ' ');
		return String(Number(number.toPrecision(3)));
	};
	const range = spread && spread[0] !== spread[1] ? ` (${show(spread[0])}–${show(spread[1])})` : '';
	return `${show(value)} ${unit}${range}`;
}

/** The rows as a table for the terminal. */
export function table(rows: readonly BenchRow[]): string {
	const lines = [cells, ...rows.map(line)];
	const widths = cells.map((_, column) => Math.max(...lines.map((one) => (one[column] as string).length)));
	return lines
		.map((one) => one.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
		.join('\n');
}

function markdown(stored: Kept): string {
	const benches = Object.entries(stored);
	const rows = benches.flatMap(([, { rows }]) => rows);
	const judged = rows.filter((row) => row.bars);
	const printed = rows.filter((row) => !row.bars);
	const toTable = (some: BenchRow[], columns: number[]) =>
		[cells, cells.map(() => '---'), ...some.map(line)]
			.map(
				(one) => `| ${columns.map((column) => (one[column] as string).replaceAll('|', '\\|')).join(' | ')} |`,
			)
			.join('\n');
	const unmet = judged.filter((row) => verdictOf(row) === 'not reached');
	const notes = rows.filter((row) => row.note);
	const machines = new Map<string, string[]>();
	for (const [name, one] of benches) {
		const key = `${one.measuredOn}${one.commit ? `, commit ${one.commit}` : ''}: ${one.machine}`;
		machines.set(key, [...(machines.get(key) ?? []), name]);
	}
	return [
		'# Measured',
		'',
		'Written by `npm run bench`; `npm run bench -- <name …>` replaces the lines of those alone. Figures are medians of rounds in which subject',
		'and reference take turns, with the smallest and the greatest behind them. Ratios are what counts: absolute figures are the machine’s.',
		'',
		toTable(judged, [0, 1, 2, 3, 4, 5, 6, 7]),
		'',
		...(unmet.length > 0
			? [
					'## Not reached',
					'',
					...unmet.map((row) => `- **${row.what}**: ${row.ifUnmet ?? 'not explained yet.'}`),
					'',
				]
			: []),
		...(printed.length > 0 ? ['## Printed, not judged', '', toTable(printed, [0, 1, 2, 3, 4]), ''] : []),
		...(notes.length > 0
			? ['## Notes', '', ...notes.map((row) => `- **${row.what}**: ${row.note}`), '']
			: []),
		'## Where and when',
		'',
		...[...machines].map(([key, names]) => `- ${key} (${names.join(', ')})`),
		'',
	].join('\n');
}
