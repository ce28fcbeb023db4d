import { expect, test, vi } from 'vitest';
import { createDatabaseMemo, createMemo, createPoolMemo } from './memo.ts';

test('makes one value for each owner, also where the value is null', () => {
	const create = vi.fn(() => null);
	const memo = createMemo((owner: object) => owner, create);
	const [one, other] = [{}, {}];
	expect([memo(one), memo(one), memo(other)]).toEqual([null, null, null]);
	expect(create).toHaveBeenCalledTimes(2);
});

test('a value is found, replaced and forgotten without being made', () => {
	const create = vi.fn(() => 'made');
	const memo = createMemo((owner: object) => owner, create);
	const owner = {};
	expect(memo.find(owner)).toBeUndefined();
	memo.set(owner, 'set');
	expect([memo.find(owner), memo(owner)]).toEqual(['set', 'set']);
	expect(create).not.toHaveBeenCalled();
	memo.forget(owner);
	expect(memo(owner)).toBe('made');
});

test('a unit of work has values of its own beside the database, and shares those beside the pool', () => {
	const pool = {};
	const everybody = { database: { pool } };
	const unit = { database: { pool } };
	const byDatabase = createDatabaseMemo(() => ({}));
	const byPool = createPoolMemo(() => ({}));
	expect(byDatabase(unit)).not.toBe(byDatabase(everybody));
	expect(byPool(unit)).toBe(byPool(everybody));
});
