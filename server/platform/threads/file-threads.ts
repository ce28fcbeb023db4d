import { createThreadPool } from './thread-pool.ts';

/** Where uploaded files are read: two at a time, one of an organisation. */
export const inFileThread = createThreadPool({
	maxRunning: 2,
	maxWaiting: 20,
	maxWaitMs: 30_000,
	patienceMs: 20_000,
	maxHeapMegabytes: 512,
	idleMs: 5_000,
});
