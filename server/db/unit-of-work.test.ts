import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { useTestDatabase } from '#tests/support/database.ts';
import { isUniqueViolation } from './errors.ts';

const database = useTestDatabase();
beforeEach(() => database().pool.query('DROP TABLE IF EXISTS kept; CREATE TABLE kept (n int PRIMARY KEY)'));
const stored = async () =>
	(await database().pool.query<{ n: number }>('SELECT n FROM kept ORDER BY n')).rows.map(({ n }) => n);
const insert = (n: number) => sql`INSERT INTO kept VALUES (${n})`;

test('statements and transactions are committed together', async () => {
	const answer = await database().unitOfWork(async (unit) => {
		await unit.db.execute(insert(1));
		await unit.pool.query('INSERT INTO kept VALUES (2)');
		await unit.transaction(async (tx) => {
			await tx.execute(insert(3));
			await unit.db.execute(insert(4));
		});
		expect(await stored()).toEqual([]);
		return 'done';
	});
	expect(answer).toBe('done');
	expect(await stored()).toEqual([1, 2, 3, 4]);
});

test('what fails undoes itself alone; what throws undoes everything but what was written outside', async () => {
	await database().unitOfWork(async (unit) => {
		await unit.db.execute(insert(1));
		await expect(unit.db.execute(insert(1))).rejects.toSatisfy(isUniqueViolation);
		const broken = unit.transaction(async (tx) => {
			await tx.execute(insert(2));
			await tx.execute(insert(1));
		});
		await expect(broken).rejects.toSatisfy(isUniqueViolation);
		await Promise.all([unit.db.execute(insert(3)), unit.db.execute(insert(4))]);
	});
	expect(await stored()).toEqual([1, 3, 4]);
	const refused = database().unitOfWork(async (unit) => {
		await unit.db.execute(insert(5));
		await unit.outside().db.execute(insert(6));
		throw new Error('refused');
	});
	await expect(refused).rejects.toThrow('refused');
	expect(await stored()).toEqual([1, 3, 4, 6]);
});

test('effects run after the commit, and not without one', async () => {
	const ran: string[] = [];
	await database().unitOfWork(async (unit) => {
		await unit.afterCommit(() => ran.push('after'));
		ran.push('work');
	});
	const refused = database().unitOfWork(async (unit) => {
		await unit.afterCommit(() => ran.push('never'));
		throw new Error('refused');
	});
	await expect(refused).rejects.toThrow('refused');
	expect(ran).toEqual(['work', 'after']);
});

test('a statement that comes late does not reach the connection of somebody else', async () => {
	const unit = await database().unitOfWork(async (within) => within);
	const busy = await Promise.all(Array.from({ length: 9 }, () => database().pool.connect()));
	const next = await database().pool.connect();
	await next.query('BEGIN');
	for (const client of busy) client.release();
	await unit.db.execute(insert(7));
	await next.query('ROLLBACK');
	next.release();
	expect(await stored()).toEqual([7]);
});
