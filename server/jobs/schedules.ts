import type { ScheduledJob } from '../domain/module.ts';
import type { Services } from '../services.ts';
import { createJobQueue, type JobData, jobQueue } from './queue.ts';

export interface Schedules {
	/** Finishes the run in hand and lets go of the queue. */
	stop(): Promise<void>;
}

/**
 * Runs jobs at their set times. Each time is run once, by one of all workers; a run that fails is tried again five times
 * within about an hour and stays visible; a worker that dies in the middle makes it run again.
 * @param pollingIntervalSeconds how often the queue is read for runs that are due; at least 0.5
 */
export async function startSchedules(
	services: Services,
	jobs: ScheduledJob[],
	pollingIntervalSeconds = 5,
): Promise<Schedules> {
	const byName = new Map(jobs.map((job) => [job.name, job]));
	const boss = createJobQueue(services, { isWorker: true });
	await boss.start();
	await boss.createQueue(jobQueue, {
		retryLimit: 5,
		retryDelay: 60,
		retryBackoff: true,
		expireInSeconds: 15 * 60,
		deleteAfterSeconds: 14 * 24 * 3600,
	});
	for (const { key } of await boss.getSchedules(jobQueue)) {
		if (!byName.has(key)) await boss.unschedule(jobQueue, key);
	}
	for (const job of jobs) {
		const data: JobData = { name: job.name };
		await boss.schedule(jobQueue, job.cron, data, { key: job.name, tz: 'UTC' });
	}
	await boss.work<JobData>(
		jobQueue,
		{ batchSize: 1, localConcurrency: 2, pollingIntervalSeconds },
		async ([run]) => {
			const job = run && byName.get(run.data.name);
			// Of a version that knew a job which is gone.
			if (!job) return;
			const start = performance.now();
			try {
				await job.run(services);
			} catch (error) {
				services.log.error({ error, job: job.name }, 'worker.job-failed');
				throw error;
			}
			services.log.info({ job: job.name, ms: Math.round(performance.now() - start) }, 'worker.job-done');
		},
	);
	return { stop: () => boss.stop({ graceful: true, close: false, timeout: 20_000 }) };
}
