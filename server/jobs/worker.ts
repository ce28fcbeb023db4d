import type { Poller, ScheduledJob } from '../domain/module.ts';
import { pollers, scheduledJobs } from '../domain/modules.ts';
import type { Services } from '../services.ts';
import { factClockPoller, factPoller } from './fact-poller.ts';
import { runPoller } from './poller-loop.ts';
import { sandboxMovePoller } from './sandbox-moves.ts';
import { type Schedules, startSchedules } from './schedules.ts';
import { upkeepJobs } from './upkeep.ts';

export interface Worker {
	/** Takes nothing new, finishes what is in hand, and resolves when all is quiet. */
	stop(): Promise<void>;
}

export interface WorkerOptions {
	pollers?: Poller[];
	jobs?: ScheduledJob[];
	/** How often the queue of jobs is read for runs that are due: every five seconds unless stated. */
	pollingIntervalSeconds?: number;
}

/**
 * Starts what runs behind the requests: pollers (mails, facts, expiring holds) and scheduled jobs. Any number of workers may run
 * on one database; all work is claimed in it.
 */
export function startWorker(services: Services, options: WorkerOptions = {}): Worker {
	const ending = new AbortController();
	const { signal } = ending;
	const jobs = options.jobs ?? [...scheduledJobs, ...upkeepJobs];
	const loops = (options.pollers ?? [factPoller, factClockPoller, sandboxMovePoller, ...pollers]).map(
		(poller) => runPoller(poller, services, signal),
	);
	const schedules = startUntilItWorks(
		() => startSchedules(services, jobs, options.pollingIntervalSeconds),
		services,
		signal,
	);
	return {
		async stop() {
			ending.abort();
			await Promise.all([...loops, schedules.then((running) => running?.stop())]);
		},
	};
}

/** The queue needs the database to begin; a worker that starts while it is away waits for it, as the pollers do. */
async function startUntilItWorks(
	start: () => Promise<Schedules>,
	services: Services,
	signal: AbortSignal,
): Promise<Schedules | undefined> {
	let schedules: Schedules | undefined;
	const starter: Poller = {
		name: 'schedules.start',
		idleMs: 0,
		async run() {
			schedules = await start();
			started.abort();
			return 1;
		},
	};
	const started = new AbortController();
	await runPoller(starter, services, AbortSignal.any([signal, started.signal]));
	return schedules;
}
