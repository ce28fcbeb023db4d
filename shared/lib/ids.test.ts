import { expect, test } from 'vitest';
import { isUuid, lowestIdAt, newId, startIdsAt } from './ids.ts';

test('ids of a process are in order, and none is older than the given time', () => {
	const before = newId();
	const aheadMs = Date.now() + 60_000;
	startIdsAt(aheadMs);
	const ids = Array.from({ length: 10_000 }, newId);
	expect(ids.every(isUuid)).toBe(true);
	expect([before, ...ids].toSorted()).toEqual([before, ...ids]);
	expect((ids[0] as string) >= lowestIdAt(aheadMs)).toBe(true);
	// A time in the past changes nothing.
	startIdsAt(aheadMs - 400 * 86_400_000);
	expect(newId() > (ids.at(-1) as string)).toBe(true);
});
