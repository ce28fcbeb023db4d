import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Does the work while another process keeps the first core busy. It is bound to that core, so that the work finds the others. */
export async function besideBusyCore<T>(work: () => Promise<T>): Promise<T> {
	const busy = spawn('taskset', ['--cpu-list', '0', process.execPath, '-e', 'for (;;);'], {
		stdio: 'ignore',
	});
	try {
		return await work();
	} finally {
		const ended = once(busy, 'exit');
		busy.kill('SIGKILL');
		await ended;
	}
}
