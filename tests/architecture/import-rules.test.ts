import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { moduleOrder } from '#scripts/modules.ts';
import { type Import, isTest, packageImports, projectImports, sourceFiles } from './imports.ts';

const root = join(import.meta.dirname, '../..');
const imports = projectImports(root).filter(({ from }) => !isTest(from));

/** Who may import whom: the first rule whose `from` matches decides. Types may cross where `types` says so. */
const rules: { from: RegExp; may: RegExp; types?: RegExp; because: string }[] = [
	{ from: /^shared\//, may: /^shared\//, because: 'shared/ is pure and knows only itself' },
	{
		from: /^app\/(?:ui|lib)\//,
		may: /^(?:app\/(?:ui|lib)|shared)\/|^app\/locales\//,
		because: 'app/ui and app/lib could ship elsewhere',
	},
	{ from: /^app\//, may: /^(?:app|shared)\//, because: 'the browser bundle never holds server code' },
	{
		from: /^server\/(?:platform|db)\//,
		may: /^(?:server\/(?:platform|db)|shared)\//,
		types: /^server\//,
		because: 'platform and database know no domain',
	},
	{
		from: /^server\//,
		may: /^(?:server|shared|scripts\/modules\.ts)/,
		because: 'the server never loads the app but as a build',
	},
];

const show = ({ from, to }: Omit<Import, 'isType'>) => `${from} → ${to}`;

describe('imports', () => {
	test('the reader finds imports at all', () => {
		expect(imports.length).toBeGreaterThan(100);
		expect(imports).toContainEqual(
			expect.objectContaining({ from: 'server/http/app.ts', to: 'server/domain/modules.ts' }),
		);
	});

	test.each(rules)('$from: $because', (rule) => {
		const earlier = rules.slice(0, rules.indexOf(rule));
		const broken = imports.filter(
			({ from, to, isType }) =>
				rule.from.test(from) &&
				!earlier.some((other) => other.from.test(from)) &&
				!rule.may.test(to) &&
				!(isType && rule.types?.test(to)),
		);
		expect(broken.map(show)).toEqual([]);
	});

	test('an import that climbs more than one folder begins at a root (#app, #server, #shared …)', () => {
		const climbing = /(?:\bfrom|\bimport\()\s*'(?:\.\.\/){2}/;
		const found = sourceFiles(root).filter((file) => climbing.test(readFileSync(join(root, file), 'utf8')));
		expect(found).toEqual([]);
	});

	test('shared/ uses zod and no other package, and nothing of Node', () => {
		const found = packageImports(root).filter(({ from }) => from.startsWith('shared/') && !isTest(from));
		expect(found.length).toBeGreaterThan(0);
		expect(found.filter(({ to }) => to !== 'zod').map(show)).toEqual([]);
	});

	test('a feature imports of another feature only its api.ts', () => {
		const broken = imports.filter(({ from, to }) => {
			const [, mine] = /^app\/features\/([^/]+)\//.exec(from) ?? [];
			const [, theirs, file] = /^app\/features\/([^/]+)\/(.+)$/.exec(to) ?? [];
			return mine && theirs && mine !== theirs && file !== 'api.ts' && !devices.has(theirs);
		});
		expect(broken.map(show)).toEqual([]);
	});

	test('a module imports only modules to its left', () => {
		const place = (file: string) =>
			moduleOrder.indexOf(/^server\/domain\/([^/]+)\//.exec(file)?.[1] as never);
		const broken = imports.filter(
			({ from, to }) => place(from) >= 0 && place(to) >= 0 && place(to) > place(from),
		);
		expect(broken.map(show)).toEqual([]);
	});

	test('every module folder has a place in the order', () => {
		const folders = new Set(
			imports.flatMap(({ from }) => /^server\/domain\/([^/]+)\//.exec(from)?.[1] ?? []),
		);
		expect([...folders].filter((folder) => !(moduleOrder as readonly string[]).includes(folder))).toEqual([]);
	});
});

/** Not modules but devices that any feature may use. */
const devices = new Set(['scanner', 'text-editing']);

test('nobody in the app uses the raw colours that tokens stand for', () => {
	const sources = [...new Set(imports.map(({ from }) => from))].filter((file) =>
		/^app\/(?!ui\/styles).*\.tsx$/.test(file),
	);
	const raw = sources.filter((file) =>
		/(?:bg|text|border)-(?:red|green|blue|gray|slate|zinc|amber)-\d{2,3}\b/.test(
			readFileSync(join(root, file), 'utf8'),
		),
	);
	expect(raw).toEqual([]);
});
