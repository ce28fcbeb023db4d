import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/** What a run prints, and keeps for bench/scanner-results.md. */

const RESULTS = new URL('../scanner-results.md', import.meta.url);

export type Rows = Record<string, Record<string, string>>;

const parts: string[] = [];

/** Prints a table; its rows are named, and need not have the same columns. */
export function addTable(title: string, rows: Rows): void {
	console.log(title);
	console.table(rows);
	const columns = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row)))];
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	parts.push(
		'',
		`## ${title}`,
		'',
		line(['', ...columns]),
		line(['---', ...columns.map(() => '---')]),
		...Object.entries(rows).map(([name, row]) =>
			line([name, ...columns.map((column) => row[column] ?? '–')]),
		),
		'',
	);
}

/** Prints a sentence. */
export function addLine(text: string): void {
	console.log(text);
	parts.push(`- ${text}`);
}

/** Writes everything so far: for a whole run only, so that the file is of one piece. */
export async function writeReport(pictures: number): Promise<void> {
	const head = [
		'# The scanner, measured',
		'',
		`Written by a whole run of \`npm run bench:scanner\`: ${pictures} pictures, the same for each reader. html5-qrcode reads by its own`,
		`file scan in Chromium, the others in the process of the bench, one core of ${cpus().length}. Times are the machine’s; a phone takes four to`,
		'eight times as long. What is to be compared stands side by side.',
		'',
	];
	await writeFile(
		RESULTS,
		`${[...head, ...parts]
			.join('\n')
			.replaceAll(/\n{3,}/g, '\n\n')
			.trimEnd()}\n`,
	);
}
