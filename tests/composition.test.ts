import { expect, test } from 'vitest';
import { moduleOrder } from '#scripts/modules.ts';
import { modules, routes } from '#server/domain/modules.ts';
import { mailSources } from '#server/domain/notifications/sources/registry.ts';
import { mailTemplates } from '#server/emails/templates.ts';
import { listEndpoints } from '#tests/support/contracts.ts';

/** What is defined in one place and collected in another is collected whole. */

test('the composition has every module, in the order of scripts/modules.ts', () => {
	expect(modules.map(({ name }) => name)).toEqual(moduleOrder);
});

test('every endpoint of the contracts is mounted', async () => {
	const defined = (await listEndpoints()).map(([, { id }]) => id);
	const mounted = new Set(routes.map(({ endpoint }) => endpoint.id));
	expect(defined.length).toBeGreaterThan(300);
	expect(defined.filter((id) => !mounted.has(id))).toEqual([]);
});

test('every template that an email is written with is on the list whose templates are tested, and no other', () => {
	const used = Object.values<{ template: { name: string } }>(mailSources).map(
		({ template }) => template.name,
	);
	expect([...new Set(used)].sort()).toEqual(mailTemplates.map(({ name }) => name).sort());
});
