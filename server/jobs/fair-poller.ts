import { setTimeout as sleep } from 'node:timers/promises';
import type { Poller, ScheduledJob } from '../domain/module.ts';
import { runEachInParallel } from '../platform/concurrency/run-in-parallel.ts';
import type { Services } from '../services.ts';
import { delayWork, endDelays, hasDelays } from './delayed-work.ts';
import { withLease } from './lease.ts';

/*
 * How pollers and jobs share their time among organisations, so that work of one that fails or takes long holds up no other:
 * - Turns: each owner has at most one batch under way; while it runs, work of others is looked for.
 * - A batch that fails is halved until what fails is alone.
 * - What fails alone is delayed (delayed-work.ts), shown by /status and `foyer doctor`, and tried again later.
 */

/** What to look for. */
interface Look {
	/** Owners whose work is under way, or who had their turn: their work is left for later. */
	without: readonly string[];
}

/** Due work of many owners. */
export interface FairWork<Work> {
	/** `orders.expire-holds` */
	name: string;
	/**
	 * Due work of other owners than `without`, some of it, oldest first; nothing that is delayed (`isNotDelayed`). It may claim what it finds,
	 * where a claim ends by itself.
	 */
	find(services: Services, look: Look): Promise<Work[]>;
	/** Whose it is: an organisation, or an account. */
	ownerOf(work: Work): string;
	/** Where owners are not organisations: the organisation, if there is one. */
	organisationOf?(work: Work): string | null;
	/** Its name in the log when it fails. */
	keyOf(work: Work): string;
	/** Does work of one owner, all or nothing. @returns how much was settled, where that is not all */
	run(
		services: Services,
		works: readonly [Work, ...Work[]],
		signal: AbortSignal,
	): Promise<number | undefined>;
	/** Each work is done by itself, so many side by side. Otherwise all that was found of an owner is done at once. */
	atOnce?: number;
	/** Owners whose work is done side by side. */
	lanes?: number;
	/** Keeps the claims of what waits or is being done. */
	renew?(services: Services, works: readonly Work[]): Promise<unknown>;
	/** Ends the claims of what was not begun. */
	giveBack?(services: Services, works: Work[]): Promise<unknown>;
}

const usualLanes = 3;
/** While some work is under way, others are looked for this often. */
const lookAgainMs = 500;
/** What failed, or is in another worker's hands, and is found again, is passed over for so long: it would be tried without a pause. */
const passedMs = 2_000;
/** Owners who had their turn are forgotten beyond this many: the statement stays short. */
const mostServed = 500;

/** Does due work, a turn of each owner, or more while another's takes long. @returns how much was settled */
export async function runFairly<Work>(
	services: Services,
	of: FairWork<Work>,
	signal: AbortSignal,
): Promise<number> {
	const lanes = of.lanes ?? usualLanes;
	const waiting: [Work, ...Work[]][] = [];
	const busy = new Map<string, Promise<void>>();
	const inHand = new Set<Work>();
	const served = new Set<string>();
	const passed = new Map<string, number>();
	const faults: unknown[] = [];
	let settled = 0;

	/** @returns whether there is something new */
	async function look(without: string[]): Promise<boolean> {
		const nowMs = performance.now();
		const found = (await of.find(services, { without })).filter(
			(work) => (passed.get(of.keyOf(work)) ?? 0) <= nowMs,
		);
		for (const work of found) inHand.add(work);
		waiting.push(...([...Map.groupBy(found, of.ownerOf).values()] as [Work, ...Work[]][]));
		return found.length > 0;
	}

	function begin(works: [Work, ...Work[]]): void {
		const owner = of.ownerOf(works[0]);
		const call = runBatch(services, of, works, signal)
			.then((outcome) => {
				settled += outcome.settled;
				for (const key of outcome.passed) passed.set(key, performance.now() + passedMs);
			})
			.catch((error) => void faults.push(error))
			.finally(() => {
				busy.delete(owner);
				for (const work of works) inHand.delete(work);
				if (served.size >= mostServed) served.clear();
				served.add(owner);
			});
		busy.set(owner, call);
	}

	/** Begins what waits, as far as there are lanes, and no second batch of an owner. */
	function beginWaiting(): void {
		for (let at = 0; at < waiting.length && busy.size < lanes; ) {
			const works = waiting[at] as [Work, ...Work[]];
			if (busy.has(of.ownerOf(works[0]))) at += 1;
			else begin(...(waiting.splice(at, 1) as [[Work, ...Work[]]]));
		}
	}

	async function work(): Promise<void> {
		while (!signal.aborted && faults.length === 0) {
			beginWaiting();
			if (busy.size < lanes) {
				let isMore = await look([...busy.keys(), ...served]);
				if (!isMore && served.size > 0) {
					// Everybody had a turn: the next round begins with all.
					if (busy.size === 0) return;
					served.clear();
					isMore = await look([...busy.keys()]);
				}
				if (isMore) continue;
				if (busy.size === 0) return;
			}
			await Promise.race([...busy.values(), pause(lookAgainMs, signal)]);
		}
	}

	try {
		const { renew } = of;
		if (renew) await withLease(services.log, () => renew(services, [...inHand]), work);
		else await work();
	} finally {
		await Promise.all(busy.values());
		const left = waiting.flat();
		if (left.length > 0) await of.giveBack?.(services, left);
	}
	if (faults.length > 0) throw faults[0];
	return settled;
}

/** A pause that does not keep the process from ending. */
const pause = (ms: number, signal: AbortSignal) =>
	sleep(ms, undefined, { signal, ref: false }).catch(() => {});

/**
 * Does work of one owner; what fails is halved, and delayed when it fails alone.
 * @throws when what failed cannot be noted: the database is away
 */
async function runBatch<Work>(
	services: Services,
	of: FairWork<Work>,
	works: readonly [Work, ...Work[]],
	signal: AbortSignal,
): Promise<{ settled: number; passed: string[] }> {
	let settled = 0;
	const done: string[] = [];
	const passed: string[] = [];
	async function attempt(some: readonly [Work, ...Work[]]): Promise<void> {
		try {
			const count = (await of.run(services, some, signal)) ?? some.length;
			settled += count;
			(count > 0 ? done : passed).push(...some.map(of.keyOf));
		} catch (error) {
			if (signal.aborted) return;
			if (some.length > 1) {
				services.log.warn({ error, poller: of.name, count: some.length }, 'worker.batch-halved');
				const half = Math.ceil(some.length / 2);
				await attempt(some.slice(0, half) as [Work, ...Work[]]);
				await attempt(some.slice(half) as [Work, ...Work[]]);
				return;
			}
			const [work] = some;
			const key = of.keyOf(work);
			const organisationId = (of.organisationOf ?? of.ownerOf)(work);
			services.log.error({ error, poller: of.name, key, organisationId }, 'worker.work-delayed');
			passed.push(key);
			await delayWork(services, of.name, [{ key, organisationId }], error);
		}
	}
	if (of.atOnce) await runEachInParallel(of.atOnce, works, (work) => attempt([work]), signal);
	else await attempt(works);
	if (done.length > 0 && (await hasDelays(services, of.name))) await endDelays(services, of.name, done);
	return { settled, passed };
}

/**
 * How a fair poller finds due work of organisations, by one query.
 * @param name of the prepared statement
 * @param text selects `"organisationId"` and the keys of the work; `$1` are the organisations that are left out
 */
export const findDue = <Work extends { organisationId: string }>(
	name: string,
	text: string,
): Pick<FairWork<Work>, 'find' | 'ownerOf'> => ({
	find: async ({ database }, { without }) =>
		(await database.pool.query<Work>({ name, text, values: [without] })).rows,
	ownerOf: ({ organisationId }) => organisationId,
});

/**
 * How a fair job finds all that is due of organisations, by one query again and again.
 * @param text selects `"organisationId"` and the keys of the work in the order of their ids; `$1` is the last id that was found
 */
export const findInOrder = <Work extends { organisationId: string }>(
	idOf: (work: Work) => string,
	text: string,
): { createFind(): FairWork<Work>['find'] } & Pick<FairWork<Work>, 'ownerOf'> => ({
	createFind() {
		let after = '00000000-0000-0000-0000-000000000000';
		return async ({ database }) => {
			const { rows } = await database.pool.query<Work>(text, [after]);
			const last = rows.at(-1);
			if (last) after = idOf(last);
			return rows;
		};
	},
	ownerOf: ({ organisationId }) => organisationId,
});

/** Finds all that a run does at its beginning. */
export function findOnce<Work>(find: (services: Services) => Promise<Work[]>): FairWork<Work>['find'] {
	let isFound = false;
	return async (services) => {
		if (isFound) return [];
		isFound = true;
		return find(services);
	};
}

/** A poller that takes turns. */
export const createFairPoller = <Work>({
	idleMs,
	unawaited,
	...of
}: FairWork<Work> & Pick<Poller, 'idleMs' | 'unawaited'>): Poller => ({
	name: of.name,
	idleMs,
	...(unawaited && { unawaited }),
	run: (services, signal) => runFairly(services, of, signal),
});

/** Does what is due of a poller now, outside of its loop. @returns how much was settled */
export const runDue =
	(poller: Poller) =>
	(services: Services, signal = new AbortController().signal): Promise<number> =>
		poller.run(services, signal);

/**
 * A scheduled job that takes turns.
 * @param of.createFind for each run, since what is done may look no different from what is not
 */
export const createFairJob = <Work>({
	cron,
	dueInSandboxes,
	createFind,
	...of
}: Omit<FairWork<Work>, 'find'> &
	Pick<ScheduledJob, 'cron' | 'dueInSandboxes'> & {
		createFind(): FairWork<Work>['find'];
	}): ScheduledJob => ({
	name: of.name,
	cron,
	...(dueInSandboxes && { dueInSandboxes }),
	async run(services) {
		const find = createFind();
		while ((await runFairly(services, { ...of, find }, new AbortController().signal)) > 0);
	},
});
