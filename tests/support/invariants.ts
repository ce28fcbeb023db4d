import { expect } from 'vitest';
import type { InvariantCheck } from '#server/domain/module.ts';
import { invariantChecks } from '#server/domain/modules.ts';
import type { Services } from '#server/services.ts';

/** What `foyer verify` would find: nothing, or the test fails with it. */
export const expectInvariants = (services: Services): Promise<void> =>
	expectChecks(services, invariantChecks);

/** The same for some of the checks, where a test asks often. */
export async function expectChecks(services: Services, checks: readonly InvariantCheck[]): Promise<void> {
	const found: string[] = [];
	for (const check of checks) {
		for (const line of await check.run(services)) found.push(`${check.name}: ${line}`);
	}
	expect(found, found.join('; ')).toEqual([]);
}
