import { PgBoss } from 'pg-boss';
import type { Services } from '../services.ts';

/** One queue carries every scheduled job; the name of the job is in its data. */
export const jobQueue = 'scheduled-jobs';

/** The run of a job as pg-boss stores it. */
export interface JobData {
	name: string;
}

/**
 * The job queue on our own pool. Without `isWorker` it neither keeps time nor looks after the queue, for a process that
 * only wants to look or to send.
 */
export function createJobQueue(services: Services, options: { isWorker: boolean }): PgBoss {
	const { pool } = services.database;
	const boss = new PgBoss({
		db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
		schema: 'pgboss',
		supervise: options.isWorker,
		schedule: options.isWorker,
		reindex: false,
		monitorVacuum: false,
	});
	boss.on('error', (error) => services.log.error({ error }, 'worker.queue-failed'));
	return boss;
}

/** Runs some work with a queue that is opened for it and closed after. */
export async function withJobQueue<T>(services: Services, work: (boss: PgBoss) => Promise<T>): Promise<T> {
	const boss = createJobQueue(services, { isWorker: false });
	await boss.start();
	try {
		return await work(boss);
	} finally {
		await boss.stop({ graceful: false, close: false });
	}
}
