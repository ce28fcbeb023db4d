import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';

const program = fileURLToPath(new URL('./webhook-receiver.ts', import.meta.url));

export interface ReceivedCall {
	path: string;
	headers: Record<string, string>;
	body: string;
	atMs: number;
}

export interface Receiver {
	url: string;
	/** What came to a path, oldest first; to all without one. */
	received(path?: string): Promise<ReceivedCall[]>;
	/** How `/switch` answers from now on. */
	answer(mode: string): Promise<void>;
	kill(): Promise<void>;
}

async function startReceiver(): Promise<Receiver> {
	const child: ChildProcess = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
	const [port] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
	const url = `http://127.0.0.1:${port}`;
	return {
		url,
		async received(path) {
			const all = (await (await fetch(`${url}/received`)).json()) as ReceivedCall[];
			return path === undefined ? all : all.filter((call) => call.path === path);
		},
		async answer(mode) {
			await fetch(`${url}/mode`, { method: 'POST', body: mode });
		},
		async kill() {
			if (child.exitCode !== null || child.signalCode !== null) return;
			child.kill('SIGKILL');
			await once(child, 'exit');
		},
	};
}

/** A receiver process for the tests of a file. */
export function useReceiver(): () => Receiver {
	let receiver: Receiver;
	beforeAll(async () => {
		receiver = await startReceiver();
	});
	afterAll(() => receiver?.kill());
	return () => receiver;
}
