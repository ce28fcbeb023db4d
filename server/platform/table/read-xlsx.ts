import { Worker } from 'node:worker_threads';
import { createSemaphore } from '../concurrency/semaphore.ts';

export interface XlsxQuestion {
	bytes: Uint8Array;
	maxRows: number;
	maxColumns: number;
	maxUnpackedBytes: number;
	/** Says which cells are numbers. */
	marksNumbers?: boolean | undefined;
}

export type XlsxAnswer =
	/** `numbers`: the columns of each row that hold numbers, on request. */
	{ rows: string[][]; numbers?: number[][] } | { problem: 'too-large' | 'unreadable' };

/** A million cells of a guest list unpack to less. */
const maxUnpackedBytes = 100_000_000;
const maxHeapMegabytes = 512;
const patienceMs = 30_000;

const takeTurn = createSemaphore({ maxRunning: 1, maxWaiting: 10, maxWaitMs: patienceMs });

/** Whether the bytes begin as a ZIP archive does, which an .xlsx file is. */
export function isZip(bytes: Uint8Array): boolean {
	return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * Reads the first sheet of an Excel workbook in a thread with limits of its own, one workbook at a time.
 * @returns the cells as text (dates as `2026-05-02` or `2026-05-02 19:00`, numbers as they are stored), or why there are none:
 * a file that takes too much memory, time, rows or columns is `too-large`
 * @throws SERVER_OVERLOADED when too many are waiting
 */
export function readXlsx(
	bytes: Uint8Array,
	limits: Pick<XlsxQuestion, 'maxRows' | 'maxColumns' | 'marksNumbers'>,
): Promise<XlsxAnswer> {
	return takeTurn(() => readInThread({ bytes, ...limits, maxUnpackedBytes }));
}

function readInThread(question: XlsxQuestion): Promise<XlsxAnswer> {
	const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
		workerData: question,
		resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
	});
	return new Promise<XlsxAnswer>((resolve) => {
		const timer = setTimeout(() => resolve({ problem: 'too-large' }), patienceMs);
		worker.once('message', (answer: XlsxAnswer) => resolve(answer));
		// Out of memory, above all.
		worker.once('error', () => resolve({ problem: 'too-large' }));
		worker.once('exit', () => {
			clearTimeout(timer);
			resolve({ problem: 'unreadable' });
		});
	}).finally(() => worker.terminate());
}
