import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '#server/cli/commands.ts';
import { settingNames } from '#server/platform/config-schema.ts';
import { routes } from '#shared/rules/routes.ts';
import packageJson from '../package.json' with { type: 'json' };

/** What documents name in code marks exists: files, commands, settings and routes; and the records of decisions that they refer to. */
const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
const files = globSync('{*,{app,server,shared,scripts,tests,e2e,bench,docs,public}/**/*}', {
	cwd: root,
	exclude: (name) => name === 'node_modules',
});
const folders = new Set(
	files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))),
);
const sources = files
	.filter((file) => /\.(?:tsx?|mjs|sql|json)$/.test(file) && existsSync(join(root, file)))
	.filter((file) => !file.endsWith('documents.test.ts'))
	.map(read)
	.join('\n');

/** Spans that look like a path and are none: types of content, networks, keys of dates, files of others. */
const noPaths = /^(?:text\/|image\/|application\/|@|\d)/;

/** Named for what they are not: examples, files of other places, and calls of a brief that the record decides against. */
const absent: Record<string, string[]> = {
	'docs/adding.md': ['x.test.ts', 'e2e/x.spec.ts'],
	'docs/operations.md': ['manifest.json'],
	'docs/decisions/010-embedded-postgresql.md': ['manifest.json'],
	'docs/decisions/042-ticket-codes-and-scanner.md': ['/T/CODE'],
	'docs/decisions/131-when-a-test-is-red.md': ['.cache/last-test.json'],
	'docs/decisions/300-event-parts.md': ['POST /api/event-plan/preview'],
	'docs/decisions/390-unpaid-places.md': ['PATCH /api/orders/{manageToken}/checkout'],
};

/** Whether a path, or the end of one, names a file or folder; `*`, `<module>` and `…` stand for any name, braces for a choice. */
function pathExists(path: string): boolean {
	const pattern = path
		.replace(/\/$/, '')
		.replaceAll(/[.+()[\]^$]/g, '\\$&')
		.replaceAll(/\{([^}]*)\}/g, (_, choice: string) => `(?:${choice.replaceAll(',', '|')})`)
		.replaceAll(/<[^>]*>|\*|…/g, '[^/]*');
	const whole = new RegExp(`(?:^|/)${pattern}$`);
	return [...folders].some((known) => whole.test(known));
}

const commandNames = commands.map(({ name }) => name);
/** The words of a command line after `foyer`, up to its first placeholder or option: `books EVENT` is `books`. */
const knownCommand = (words: string) =>
	['help', ...commandNames].some((name) => words === name || words.startsWith(`${name} `));

const shape = (path: string) =>
	path
		.replace(/\?.*$/, '')
		.replaceAll(/\{[^}]*\}|:\w+/g, '{}')
		.replace(/\/$/, '') || '/';

async function endpointPaths(): Promise<Set<string>> {
	const found = new Set<string>();
	const collect = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return;
		const one = value as { method?: unknown; path?: unknown };
		if (typeof one.method === 'string' && typeof one.path === 'string')
			found.add(`${one.method} ${shape(one.path)}`);
		else if (Object.getPrototypeOf(value) === Object.prototype) Object.values(value).forEach(collect);
	};
	for (const file of globSync('shared/contracts/*.ts', { cwd: root })) {
		if (file.endsWith('.test.ts')) continue;
		for (const value of Object.values((await import(join(root, file))) as object)) collect(value);
	}
	return found;
}

/** What is wrong with one span in code marks; null: nothing, or it names nothing that can be looked up. */
function wrongIn(span: string, endpoints: ReadonlySet<string>): string | null {
	const npm = /^npm (?:run (?:-s )?)?(\w[\w:]*)(?: -- (.*))?$/.exec(span);
	if (npm) {
		const [, script = '', rest = ''] = npm;
		if (['ci', 'install'].includes(script)) return null;
		if (!(script in packageJson.scripts)) return 'no script of package.json';
		return script === 'foyer' && !rest.split(' | ').every(knownCommand) ? 'no command' : null;
	}
	const foyer = /^foyer (.+)$/.exec(span);
	if (foyer) return knownCommand(foyer[1] ?? '') ? null : 'no command';
	const script = /^node ([\w/.-]+)/.exec(span);
	if (script) return existsSync(join(root, script[1] ?? '')) ? null : 'no file';
	const setting = /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(=.*)?$/.exec(span);
	if (setting) {
		const name = (setting[1] ?? '').replace(/_FILE$/, '');
		return settingNames.includes(name as never) || new RegExp(`\\b${name}\\b`).test(sources)
			? null
			: 'no setting';
	}
	const call = /^(GET|POST|PUT|PATCH|DELETE) ((?:…|[A-Z])?\/[\w{}/.-]*)(?:[?\s].*)?$/.exec(span);
	if (call) {
		const [, method, path = ''] = call;
		const end = shape(path.replace(/^(?:…|[A-Z])/, ''));
		const isThere = path.startsWith('/')
			? endpoints.has(`${method} ${end}`) || sources.includes(`'${end}'`) || sources.includes(`'${end}?`)
			: [...endpoints].some((known) => known.startsWith(`${method} `) && known.endsWith(end));
		return isThere ? null : 'no endpoint';
	}
	if (/^\/[\w{}/:.-]*(?:\?.*)?$/.test(span)) {
		const path = shape(span);
		const isThere =
			Object.keys(routes).some((known) => shape(known) === path || shape(known).startsWith(`${path}/`)) ||
			[...endpoints].some((known) => known.endsWith(` ${path}`)) ||
			sources.includes(`'${span}`) ||
			sources.includes(`\`${span}`) ||
			(span.includes('{') && sources.includes(`${span.slice(0, span.indexOf('{'))}\${`));
		return isThere ? null : 'no route';
	}
	const isFile = /^[\w@*<>{},…./-]+\.(?:tsx?|md|mjs|json|css|sql|ya?ml)$/.test(span);
	const isFolder = /^[a-z][\w<>{},*-]*(?:\/[\w<>{},*-]+)+\/?$/.test(span);
	if ((isFile || isFolder) && !noPaths.test(span)) return pathExists(span) ? null : 'no file or folder';
	return null;
}

const spansOf = (text: string) => [
	...[...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span),
	...[...text.matchAll(/^```[\s\S]*?^```/gm)].flatMap(([block]) =>
		block.split('\n').flatMap((line) => /^(npm (?:run|start|test)[^#]*?)\s*(?:#.*)?$/.exec(line)?.[1] ?? []),
	),
];

test('what documents name exists', async () => {
	const endpoints = await endpointPaths();
	let looked = 0;
	const wrong = documents.flatMap((file) =>
		spansOf(read(file)).flatMap((span) => {
			looked += 1;
			const reason = absent[file]?.includes(span) ? null : wrongIn(span, endpoints);
			return reason ? [`${file}: \`${span}\`: ${reason}`] : [];
		}),
	);
	const unused = Object.entries(absent).flatMap(([file, spans]) =>
		spans.filter((span) => !spansOf(read(file)).includes(span)).map((span) => `${file}: ${span}`),
	);
	expect(unused).toEqual([]);
	expect(looked).toBeGreaterThan(500);
	expect(wrong).toEqual([]);
});

/** Numbers of records: "record 433", "records 428, 430 and 434", "decision 265". */
export const recordsIn = (text: string): string[] =>
	[...text.matchAll(/\b(?:records?|decisions?) (\d{3}(?:(?:, | and )\d{3})*)/gi)].flatMap(([, list = '']) =>
		list.split(/, | and /),
	);

test('every record that a document or a comment refers to by its number is there', () => {
	const known = new Set(
		globSync('docs/decisions/[0-9]*.md', { cwd: root }).map((file) => file.split('/').at(-1)?.slice(0, 3)),
	);
	const named = documents.flatMap((file) => recordsIn(read(file)).map((number) => ({ file, number })));
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter(({ number }) => !known.has(number))).toEqual([]);
});

test('lines of documents are no longer than 160 characters, but for rows of tables, links and lines of commands', () => {
	const long = documents.flatMap((file) =>
		read(file)
			.replaceAll(/^```[\s\S]*?^```/gm, (block) => '\n'.repeat(block.split('\n').length - 1))
			.split('\n')
			.flatMap((line, at) => (line.length > 160 && !line.startsWith('|') ? [`${file}:${at + 1}`] : [])),
	);
	expect(long).toEqual([]);
});

test('the reader finds what does not exist, and passes by what does', async () => {
	const endpoints = await endpointPaths();
	const wrong = (span: string) => wrongIn(span, endpoints);
	for (const span of [
		'server/nowhere.ts',
		'orders/nowhere',
		'npm run nowhere',
		'foyer nowhere',
		'NO_SUCH_THING=1',
		'GET /api/nowhere',
		'/nowhere/{id}',
		'node scripts/nowhere.ts',
	])
		expect(wrong(span), span).not.toBeNull();
	for (const span of [
		'server/main.ts',
		'server/domain/<module>/routes.ts',
		'npm run -s foyer -- books EVENT',
		'APP_URL',
		'GET /api/events/{x}',
		'/events/{x}',
		'text/event-stream',
		'60/min',
	])
		expect(wrong(span), span).toBeNull();
	expect(recordsIn('See records 428, 430 and 434, and decision 265.')).toEqual(['428', '430', '434', '265']);
});
