import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('no link imports its screen on hover: a failed import reloads the page and what was typed is lost', () => {
	const files = globSync('app/**/*.tsx', { cwd: root });
	expect(files.length).toBeGreaterThan(20);
	expect(files.filter((file) => /\bprefetch=/.test(read(file)))).toEqual([]);
});

test('every reference to a decision and every link of a document leads to a file', () => {
	const documents = globSync('{*.md,bench/*.md,docs/**/*.md}', { cwd: root });
	const sources = globSync(
		'{*.ts,{app,server,shared,scripts,bench,e2e,tests}/**/*.{ts,tsx,mjs,css,sql,json}}',
		{
			cwd: root,
		},
	);
	const broken = [...documents, ...sources].flatMap((file) => {
		const text = read(file);
		const decisions = [...text.matchAll(/docs\/decisions\/\d{3}[\w.-]*/g)].map(([path]) =>
			path.replace(/\.$/, ''),
		);
		const links = documents.includes(file)
			? [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path = '']) => join(dirname(file), path))
			: [];
		return [...decisions, ...links]
			.filter((path) => !existsSync(join(root, path)))
			.map((path) => `${file}: ${path}`);
	});
	expect(documents.length).toBeGreaterThan(40);
	expect(broken).toEqual([]);
});

/** Records that are longer than thirty lines, by their lines: none may grow, and one that shrinks leaves the list. */
const longRecords: Record<string, number> = {
	'270': 45,
	'306': 47,
	'307': 37,
	'315': 44,
	'360': 42,
	'414': 37,
	'421': 35,
	'423': 36,
	'425': 34,
	'428': 46,
	'430': 45,
	'433': 43,
	'434': 44,
};

test('every decision has the form of a record and a line in the index', () => {
	const index = read('docs/decisions/README.md');
	const records = globSync('docs/decisions/[0-9]*.md', { cwd: root });
	expect(records.length).toBeGreaterThan(30);
	const isShort = (name: string, lines: number) => {
		const most = longRecords[name.slice(0, 3)];
		return most === undefined ? lines <= 32 : lines > 32 && lines <= most;
	};
	const wrong = records.filter((file) => {
		const name = file.split('/').at(-1) as string;
		return !(
			index.includes(`(${name})`) &&
			new RegExp(
				`^# ${name.slice(0, 3)}\\. .+\\n\\nStatus: \\w.*\\. Date: 20\\d\\d-\\d\\d-\\d\\d[^\\n]*\\n\\n\\*\\*Context\\.\\*\\*[^]+\\*\\*Decision\\.\\*\\*[^]+\\*\\*Consequences\\.\\*\\*`,
			).test(read(file)) &&
			isShort(name, read(file).split('\n').length)
		);
	});
	expect(wrong).toEqual([]);
});
