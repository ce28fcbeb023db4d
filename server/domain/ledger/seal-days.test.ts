import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#shared/lib/ids.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { stayInOneDay } from '#tests/support/one-day.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { ledgerChecks } from './checks.ts';
import { ledgerModule } from './module.ts';
import { post } from './post.ts';

const { database, services } = useTestApi({ isFresh: true });
let organisationId: string;
beforeAll(() => stayInOneDay());
beforeEach(async () => {
	({ organisationId } = await makeUser(services));
});

/** Writes past the trigger that guards the books, as somebody with the database's password can. */
async function behindTheTrigger(statement: string, values: unknown[]): Promise<void> {
	const { pool } = database();
	await pool.query('ALTER TABLE ledger_transfers DISABLE TRIGGER ledger_transfers_append_only');
	await pool.query(statement, values);
	await pool.query('ALTER TABLE ledger_transfers ENABLE TRIGGER ledger_transfers_append_only');
}

/** A payment of 24.00 that was posted so many days ago, at noon. */
async function postDaysAgo(days: number): Promise<string> {
	const sourceId = newId();
	await database().transaction((tx) =>
		post(tx, [
			{
				...{
					organisationId,
					eventId: null,
					subjectId: newId(),
					sourceKind: 'payment',
					sourceId,
					currency: 'EUR',
				},
				transfers: [{ kind: 'payment', debit: 'gateway', credit: 'buyer', amountMinor: 2_400 }],
			},
		]),
	);
	await behindTheTrigger(
		`UPDATE ledger_transfers SET occurred_at = date_trunc('day', now(), 'UTC') - make_interval(days => $2) + interval '12 hours'
		WHERE source_id = $1`,
		[sourceId, days],
	);
	return sourceId;
}

const seal = async () => {
	for (const job of ledgerModule.jobs ?? []) await job.run(services);
};
const sealed = async () =>
	(await database().pool.query('SELECT day, transfers, hash FROM ledger_seals ORDER BY day')).rows;
const found = async () =>
	ledgerChecks.find(({ name }) => name === 'ledger.sealed-days-stay')?.run(services) ?? [];
// The day before is sealed an hour after its end: tests look at those before it.
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe('days of the books', () => {
	test('are sealed once they are over, each once, and follow from each other', async () => {
		for (const days of [5, 5, 3, 0]) await postDaysAgo(days);
		await Promise.all([seal(), seal()]);
		const before = await sealed();
		expect(before.map(({ transfers }) => transfers)).toEqual([2, 1]);
		await seal();
		expect(await sealed()).toEqual(before);
		await postDaysAgo(2);
		await seal();
		expect((await sealed()).slice(0, 2)).toEqual(before);
		expect(await sealed()).toHaveLength(3);
		expect(await found()).toEqual([]);
	});

	test.each([
		['changed', 'UPDATE ledger_transfers SET amount_minor = 2500 WHERE source_id = $1'],
		[
			'moved to another day',
			`UPDATE ledger_transfers SET occurred_at = occurred_at + interval '1 day' WHERE source_id = $1`,
		],
		['removed', 'DELETE FROM ledger_transfers WHERE source_id = $1'],
	])('name the day of a transfer that was %s past the trigger', async (_how, statement) => {
		const changed = await postDaysAgo(4);
		await postDaysAgo(2);
		await seal();
		expect(await found()).toEqual([]);
		await expect(database().pool.query(statement, [changed])).rejects.toThrow('never changed');
		await behindTheTrigger(statement, [changed]);
		const lines = await found();
		expect(lines[0]).toContain(dayAgo(4));
		expect(lines.some((line) => line.includes(dayAgo(2)))).toBe(false);
	});

	test('name a transfer that was added to a day before the last seal', async () => {
		await postDaysAgo(4);
		await postDaysAgo(2);
		await seal();
		await postDaysAgo(3);
		expect(await found()).toEqual([expect.stringContaining(`${dayAgo(3)} of ${organisationId}`)]);
	});

	test('whose seal was rewritten to fit a changed transfer are betrayed by the day after', async () => {
		const changed = await postDaysAgo(4);
		await postDaysAgo(2);
		await seal();
		await behindTheTrigger('UPDATE ledger_transfers SET amount_minor = 2500 WHERE source_id = $1', [changed]);
		const stored = (await sealed()).at(-1);
		await database().pool.query('DELETE FROM ledger_seals');
		await seal();
		await database().pool.query('UPDATE ledger_seals SET hash = $1 WHERE day = $2', [stored.hash, dayAgo(2)]);
		expect(await found()).toEqual([expect.stringContaining(dayAgo(2))]);
	});
});
