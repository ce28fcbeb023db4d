import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { journeysFor, journeysOf, wholeProduct } from './journeys-of.ts';

const root = join(import.meta.dirname, '..');
const specs = globSync('e2e/*.spec.ts', { cwd: root }).map((file) => basename(file, '.spec.ts'));

test('every module has its journeys, and every journey its modules', () => {
	const modules = globSync('{app/features,server/domain}/*/', { cwd: root }).map((folder) =>
		basename(folder),
	);
	expect(Object.keys(journeysOf).sort()).toEqual([...new Set(modules)].sort());
	const named = new Set([...Object.values(journeysOf).flat(), ...wholeProduct, 'components', 'keyboard']);
	expect([...named].sort()).toEqual(specs.sort());
});

test('a change leads to its own journeys, those of its module, or those through the whole product', () => {
	expect(journeysFor(['e2e/team.spec.ts', 'docs/adding.md'])).toEqual(['e2e/team.spec.ts']);
	expect(journeysFor(['app/features/team/api.ts', 'server/domain/team.test.ts'])).toEqual([
		'e2e/team.spec.ts',
	]);
	expect(journeysFor(['app/routes/organiser/staff-management.tsx'])).toContain('e2e/team.spec.ts');
	expect(journeysFor(['shared/rules/reports.ts'])).toEqual(['e2e/reports.spec.ts']);
	expect(journeysFor(['app/ui/button.tsx'])).toContain('e2e/main-job.spec.ts');
	expect(journeysFor(['README.md'])).toEqual([]);
});
