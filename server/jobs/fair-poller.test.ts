import { describe, expect, test } from 'vitest';
import { checkDelayedWork } from '#server/cli/doctor/services.ts';
import { runProbes } from '#server/domain/status/probes.ts';
import { getStatus } from '#server/domain/status/report.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { createTestServices } from '#tests/support/api.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { removeStaleDelays } from './delayed-work.ts';
import { createFairPoller, type FairWork, runFairly } from './fair-poller.ts';

const { database, services } = useTestApi({ isFresh: true });
const { signal } = new AbortController();

interface Item {
	owner: string;
	key: string;
}

/** Work that is stored in memory: some of it fails, until it is mended. */
function makeWork(
	items: Item[],
	options: Partial<FairWork<Item>> & { bad?: Set<string>; limit?: number } = {},
) {
	const { bad = new Set(), limit = 100, ...rest } = options;
	const due = new Set(items);
	const batches: string[][] = [];
	const work: FairWork<Item> = {
		name: 'test.work',
		find: async (_, { without }) => [...due].filter(({ owner }) => !without.includes(owner)).slice(0, limit),
		ownerOf: ({ owner }) => owner,
		keyOf: ({ key }) => key,
		async run(_, some) {
			batches.push(some.map(({ key }) => key));
			if (some.some(({ key }) => bad.has(key))) throw new Error('the printer is on fire');
			for (const one of some) due.delete(one);
			return some.length;
		},
		...rest,
	};
	return { work, batches, due, bad };
}

const itemsOf = (owner: string, count: number) =>
	Array.from({ length: count }, (_, at) => ({ owner, key: `${owner.slice(-2)}-${at}` }));
const delayed = async () => (await database().pool.query('SELECT * FROM delayed_work ORDER BY key')).rows;

describe('work of many owners', () => {
	test('is done in turns: who has very much waits for all others after each batch', async () => {
		const [large, small, third] = [newId(), newId(), newId()];
		const items = [...itemsOf(large, 50), ...itemsOf(small, 2), ...itemsOf(third, 1)];
		const order: string[] = [];
		const { work, due } = makeWork(items, { limit: 10, lanes: 1 });
		const { run } = work;
		const noted: FairWork<Item> = {
			...work,
			async run(on, some, ending) {
				order.push(some[0].owner);
				return run(on, some, ending);
			},
		};
		while ((await runFairly(services, noted, signal)) > 0);
		expect(due.size).toBe(0);
		expect(order.slice(0, 3)).toEqual([large, small, third]);
		expect(order.filter((owner) => owner === large)).toHaveLength(5);
	});

	test('that fails is halved; what fails alone is delayed and tried again later, the rest is done', async () => {
		const owner = newId();
		const { work, batches, due, bad } = makeWork(itemsOf(owner, 16));
		bad.add(`${owner.slice(-2)}-5`);
		expect(await runFairly(services, work, signal)).toBe(15);
		expect([...due].map(({ key }) => key)).toEqual([...bad]);
		// 16, 8, 4, 2, 1, and the halves beside them.
		expect(batches.length).toBe(9);
		expect(await delayed()).toMatchObject([
			{
				poller: 'test.work',
				key: [...bad][0],
				organisation_id: owner,
				failures: 1,
				last_error: 'Error: the printer is on fire',
			},
		]);
		await runFairly(services, work, signal);
		const [again] = await delayed();
		expect(again.failures).toBe(2);
		expect(again.next_try_at - Date.now()).toBeGreaterThan(25_000);
	});

	test('goes on where the last one of an owner hangs', async () => {
		const [slow, quick] = [newId(), newId()];
		const hanging = Promise.withResolvers<void>();
		const { work, due } = makeWork([...itemsOf(slow, 1), ...itemsOf(quick, 30)], { limit: 5 });
		const { run } = work;
		const round = runFairly(
			services,
			{
				...work,
				async run(on, some, ending) {
					if (some[0].owner === slow) await hanging.promise;
					return run(on, some, ending);
				},
			},
			signal,
		);
		await expect.poll(() => due.size).toBe(1);
		hanging.resolve();
		expect(await round).toBe(31);
	});

	test('that another worker has in hand is left alone for a while, and not asked for without a pause', async () => {
		let looks = 0;
		const { work } = makeWork(itemsOf(newId(), 3), { run: async () => 0 });
		const { find } = work;
		const counted = {
			...work,
			find(...args: Parameters<typeof find>) {
				looks += 1;
				return find(...args);
			},
		};
		expect(await runFairly(services, counted, signal)).toBe(0);
		expect(looks).toBeLessThan(4);
	});

	test('without a database fails as a whole, so that the round is tried again', async () => {
		const { work } = makeWork(itemsOf(newId(), 2), { bad: new Set() });
		const poller = createFairPoller({
			...work,
			idleMs: 1,
			run: async () => Promise.reject(new Error('away')),
		});
		const away = {
			...services,
			database: { ...services.database, pool: { query: () => Promise.reject(new Error('away')) } },
		};
		await expect(poller.run(away as unknown as Services, signal)).rejects.toThrow('away');
	});
});

test('delayed work is said on the status page, in its probe and by foyer doctor; work that is done is not', async () => {
	const owner = newId();
	const { work, bad } = makeWork(itemsOf(owner, 2));
	const jobs = async () => (await getStatus(services)).components.find(({ id }) => id === 'jobs')?.note;
	const probe = async () =>
		(await runProbes(services, async () => new Response('ok'))).find(({ component }) => component === 'jobs');
	expect([await jobs(), (await probe())?.state, await checkDelayedWork(services.database)]).toEqual([
		null,
		'ok',
		[{ name: 'Tasks', state: 'ok', text: 'none failed' }],
	]);
	bad.add(`${owner.slice(-2)}-1`);
	await runFairly(services, work, signal);
	expect(await jobs()).toBe('some-delayed');
	expect(await probe()).toMatchObject({ state: 'degraded', detail: 'test.work: 1 of 1 organisation' });
	const [finding] = await checkDelayedWork(services.database);
	expect(finding).toMatchObject({ name: 'Tasks', state: 'warn' });
	expect(finding?.text).toMatch(/^test\.work: 1 failed, of 1 organisation, since .*the printer is on fire$/);
	// Mended: it is tried again and forgotten.
	bad.clear();
	const other = await createTestServices(database());
	await runFairly(other, work, signal);
	expect(await delayed()).toEqual([]);
	expect(await jobs()).toBeNull();
});

test('delays of work that is no longer due are removed', async () => {
	await database().pool.query(
		`INSERT INTO delayed_work (poller, key, next_try_at, last_error) VALUES ('a', 'old', now() - interval '2 hours', ''), ('a', 'new', now(), '')`,
	);
	await removeStaleDelays(services);
	expect((await delayed()).map(({ key }) => key)).toEqual(['new']);
});
