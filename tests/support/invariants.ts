import { expect } from 'vitest';
import { invariantChecks } from '#server/domain/modules.ts';
import type { Services } from '#server/services.ts';

/** What `foyer verify` would find: nothing, or the test fails with it. */
export async function expectInvariants(services: Services): Promise<void> {
	const found: string[] = [];
	for (const check of invariantChecks) {
		for (const line of await check.run(services)) found.push(`${check.name}: ${line}`);
	}
	expect(found, found.join('; ')).toEqual([]);
}
