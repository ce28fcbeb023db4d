import { join } from 'node:path';
import { projectImports, sourceFiles } from '#tests/architecture/imports.ts';

const root = join(import.meta.dirname, '..');

/**
 * Through these every API test imports every module; a change to one of them reaches all tests, a change to what they import does not
 * reach anybody through them. Vitest's `--changed` follows them: then 169 files run for one line of one module.
 */
const isHub = (file: string) =>
	file === 'server/domain/modules.ts' || /^tests\/(?:support|factories)\//.test(file);

/** Files that no import leads to, with what they mean for every test. */
const isForAll = /^(?:package-lock\.json|vitest\.config\.ts|server\/db\/migrations\/)/;

const isTestFile = (file: string) => /\.test\.tsx?$/.test(file);
/** The module of a file; its tests call the module through the API and import little of it. */
const folderOf = (file: string) => /^(?:app\/features|server\/domain)\/[\w-]+\//.exec(file)?.[0];

/** The tests that import what changed or belong to its module, and those of the whole tree. */
export function testsFor(changed: string[]): string[] {
	if (changed.some((file) => isForAll.test(file))) return ['.'];
	const importers = Map.groupBy(projectImports(root), ({ to }) => to);
	const reached = new Set(changed);
	for (const file of reached) {
		for (const { from } of importers.get(file) ?? []) {
			if (!isHub(from)) reached.add(from);
		}
	}
	const folders = new Set(changed.flatMap((file) => folderOf(file) ?? []));
	const tests = sourceFiles(root).filter(
		(file) => isTestFile(file) && (reached.has(file) || folders.has(folderOf(file) ?? '')),
	);
	return [...tests, 'tests/architecture/'].sort();
}
