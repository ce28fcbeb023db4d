import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** An import of one file of the project by another, as written in the source. */
export interface Import {
	from: string;
	to: string;
	isType: boolean;
}

const statement =
	/(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every source file of the project, tests included. */
export const sourceFiles = (root: string): string[] =>
	globSync('{app,server,shared,scripts,bench,e2e,tests}/**/*.{ts,tsx}', { cwd: root });

/** Every import of a package or of a module of Node, tests included. */
export function packageImports(root: string): Omit<Import, 'isType'>[] {
	return sourceFiles(root).flatMap((from) =>
		[...readFileSync(join(root, from), 'utf8').matchAll(statement)]
			.map((match) => (match[2] ?? match[3]) as string)
			.filter((specifier) => !/^[#.]/.test(specifier))
			.map((to) => ({ from, to })),
	);
}

/** Every import between files of the project, tests included; packages are left out. */
export function projectImports(root: string): Import[] {
	return sourceFiles(root).flatMap((from) => {
		const source = readFileSync(join(root, from), 'utf8');
		return [...source.matchAll(statement)].flatMap((match): Import[] => {
			const specifier = (match[2] ?? match[3]) as string;
			if (specifier.startsWith('#'))
				return [{ from, to: specifier.slice(1).replace(/\?.*$/, ''), isType: Boolean(match[1]) }];
			if (!specifier.startsWith('.')) return [];
			return [
				{
					from,
					to: normalize(join(dirname(from), specifier)).replace(/\?.*$/, ''),
					isType: Boolean(match[1]),
				},
			];
		});
	});
}

export const isTest = (file: string) => /\.test\.tsx?$|^(?:tests|e2e|bench)\//.test(file);
