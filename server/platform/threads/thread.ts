import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadQuestion } from './thread-pool.ts';

/** Runs in a thread of its own, whose memory and time are limited: calls functions of other modules and sends what they give, part by part. */

// On Linux a priority belongs to a thread: requests go first where there are few cores.
if (process.platform === 'linux') {
	try {
		setPriority(5);
	} catch {
		// Not allowed here; then it runs like the others.
	}
}

const send = (answer: ThreadAnswer) => parentPort?.postMessage(answer);

async function answer({ module, name, args }: ThreadQuestion): Promise<void> {
	try {
		const functions = (await import(module)) as Record<
			string,
			(...all: unknown[]) => AsyncIterable<unknown> | Iterable<unknown>
		>;
		const call = functions[name];
		if (!call) throw new Error(`${module} has no ${name}.`);
		for await (const part of call(...args)) send({ part });
		send({ isDone: true });
	} catch (error) {
		const { code, sentence, message } = error as { code?: unknown; sentence?: unknown; message?: unknown };
		send({ refusal: { code: String(code ?? ''), sentence, message: String(message ?? error) } });
	}
}

parentPort?.on('message', (question: ThreadQuestion) => void answer(question));
