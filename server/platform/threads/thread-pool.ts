import { Worker } from 'node:worker_threads';
import { type MessageValue, TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { createSemaphore, createSemaphoreByKey } from '../concurrency/semaphore.ts';

export interface ThreadQuestion {
	/** URL of the module. */
	module: string;
	/** A function that it exports: a generator, whose parts come one message each, so that a large answer is no long pause. */
	name: string;
	args: unknown[];
}

export type ThreadAnswer =
	| { part: unknown }
	| { isDone: true }
	| { refusal: { code: string; sentence: unknown; message: string } };

/** What was read in a thread was refused there, or took more than it may. */
export class ThreadRefusal extends Error {
	override name = 'ThreadRefusal';
	/** `limit` where memory or time ran out; else the code of the error in the thread. */
	readonly code: string;
	/** What the error in the thread says to people. */
	readonly sentence: TranslatableMessage | null;

	constructor(code: string, text: string, sentence: TranslatableMessage | null = null) {
		super(text);
		this.code = code;
		this.sentence = sentence;
	}
}

export interface ThreadLimits {
	/** Threads of this pool. */
	maxRunning: number;
	maxWaiting: number;
	maxWaitMs: number;
	/** How long one call may take. */
	patienceMs: number;
	maxHeapMegabytes: number;
	/** A thread without work ends after so long. */
	idleMs: number;
}

/**
 * Threads for what blocks: files and long texts of others. Calls of one key wait for each other, so that one organisation does not take
 * all threads; beyond the line the server says that it is busy.
 */
export function createThreadPool(limits: ThreadLimits) {
	const takeTurn = createSemaphore(limits);
	const takeTurnOf = createSemaphoreByKey({ maxWaiting: 5, maxWaitMs: limits.maxWaitMs });
	const idle: Thread[] = [];

	async function run(question: ThreadQuestion): Promise<unknown[]> {
		const thread = idle.pop() ?? startThread(limits.maxHeapMegabytes);
		clearTimeout(thread.idleTimer);
		try {
			const parts = await ask(thread, question, limits.patienceMs);
			keep(thread);
			return parts;
		} catch (error) {
			if (error instanceof ThreadRefusal && error.code !== 'limit') keep(thread);
			else void thread.worker.terminate();
			throw error;
		}
	}

	function keep(thread: Thread): void {
		const end = () => {
			const at = idle.indexOf(thread);
			if (at >= 0) idle.splice(at, 1);
			void thread.worker.terminate();
		};
		thread.onEnd = end;
		thread.idleTimer = setTimeout(end, limits.idleMs).unref();
		idle.push(thread);
	}

	/**
	 * A function that runs in a thread.
	 * @param module URL of the module that exports it
	 * @returns takes a key, whose calls wait for each other, and the arguments; gives the parts
	 * @throws ThreadRefusal; SERVER_OVERLOADED when too many are waiting
	 */
	return function inThread<Args extends unknown[], Part>(
		module: string,
		{ name }: { name: string } & ((...args: Args) => AsyncIterable<Part> | Iterable<Part>),
	): (key: string, ...args: Args) => Promise<Part[]> {
		return (key, ...args) =>
			takeTurnOf(key, () => takeTurn(() => run({ module, name, args }) as Promise<Part[]>));
	};
}

interface Thread {
	worker: Worker;
	/** The call in progress, or none. */
	onAnswer: (answer: ThreadAnswer) => void;
	/** It ran out of memory, or ended. */
	onEnd: (error: Error) => void;
	idleTimer: NodeJS.Timeout | undefined;
}

function startThread(maxOldGenerationSizeMb: number): Thread {
	const worker = new Worker(new URL('./thread.ts', import.meta.url), {
		resourceLimits: { maxOldGenerationSizeMb },
	});
	worker.unref();
	const thread: Thread = { worker, onAnswer: () => {}, onEnd: () => {}, idleTimer: undefined };
	worker.on('message', (answer: ThreadAnswer) => thread.onAnswer(answer));
	worker.on('error', (error) => thread.onEnd(error instanceof Error ? error : new Error(String(error))));
	worker.on('exit', () => thread.onEnd(new Error('The thread ended.')));
	return thread;
}

function ask(thread: Thread, question: ThreadQuestion, patienceMs: number): Promise<unknown[]> {
	const parts: unknown[] = [];
	let timer: NodeJS.Timeout | undefined;
	const answer = new Promise<unknown[]>((resolve, reject) => {
		const stop = (text: string) => reject(new ThreadRefusal('limit', text));
		timer = setTimeout(stop, patienceMs, `Not done within ${patienceMs} ms.`);
		thread.onEnd = (error) => stop(String(error));
		thread.onAnswer = (received) => {
			if ('part' in received) parts.push(received.part);
			else if ('isDone' in received) resolve(parts);
			else {
				const { code, message, sentence } = received.refusal;
				reject(new ThreadRefusal(code, message, revive(sentence)));
			}
		};
	});
	thread.worker.postMessage(question);
	return answer.finally(() => clearTimeout(timer));
}

/** A message that came from a thread as a plain object. */
function revive(sent: unknown): TranslatableMessage | null {
	if (typeof sent !== 'object' || sent === null || !('pattern' in sent)) return null;
	const { pattern, values } = sent as Pick<TranslatableMessage, 'pattern' | 'values'>;
	return new TranslatableMessage(
		pattern,
		values.map((value: MessageValue) => (typeof value === 'object' ? (revive(value) ?? '') : value)),
	);
}
